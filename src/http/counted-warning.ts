const EVERY_MS = 60_000

/** Returns a function that counts events and calls `warn` with their number, at most once a minute. */
export function countedWarning(warn: (count: number) => void): () => void {
  let count = 0
  let warnedAt = -Infinity
  return () => {
    count++
    const now = performance.now()
    if (now - warnedAt < EVERY_MS) return
    warnedAt = now
    warn(count)
    count = 0
  }
}
