import { pauser } from './pause.ts'

/** Items that are sorted without a pause: one or two milliseconds. */
const RUN = 5000

/** Sorts any number of items with pauses for other requests: sorts short runs, then merges them in pairs. */
export async function sortLarge<T>(items: T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const pause = pauser()
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(merge(runs[at]!, runs[at + 1] ?? [], compare))
      await pause()
    }
    runs = merged
  }
  return runs[0] ?? []
}

function merge<T>(a: T[], b: T[], compare: (a: T, b: T) => number): T[] {
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) merged.push(compare(a[i]!, b[j]!) <= 0 ? a[i++]! : b[j++]!)
  while (i < a.length) merged.push(a[i++]!)
  while (j < b.length) merged.push(b[j++]!)
  return merged
}
