import type { Logger } from 'pino'

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

/** Returns a function that logs errors, at most once a minute: the last one, and how many there were. */
export function failureLog(log: Pick<Logger, 'warn'>, message: string): (error: unknown) => void {
  let last: unknown
  const warn = countedWarning((failures) => log.warn({ err: last, failures }, message))
  return (error) => {
    last = error
    warn()
  }
}
