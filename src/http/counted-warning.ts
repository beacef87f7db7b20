const EVERY_MS = 60_000

/** Answers a function to call each time something is met; at most once a minute `warn` hears how often that was. */
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
