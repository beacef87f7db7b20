/** Durations, counted by how long they took; cheap enough for every request. */
export interface Histogram {
  /** Upper bounds in seconds, ascending. */
  bounds: readonly number[]
  /** How many fell between each bound and the one before; the last are above all bounds. */
  counts: number[]
  /** Of all that was observed, in seconds. */
  sum: number
}

export function createHistogram(bounds: readonly number[]): Histogram {
  return { bounds, counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 }
}

/** Counts one duration. Most are short, so the search begins at the lowest bound. */
export function observe(histogram: Histogram, milliseconds: number): void {
  const { bounds, counts } = histogram
  const seconds = milliseconds / 1000
  let bucket = 0
  while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++
  counts[bucket]!++
  histogram.sum += seconds
}
