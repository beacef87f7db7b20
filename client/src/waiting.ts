/** Milliseconds before the first repetition, doubled each time up to the longest. */
const FIRST_WAIT = 500
const LONGEST_WAIT = 30_000
/** What is asked for where the server says only that it was too much. */
const DEFAULT_RETRY_AFTER = 2

/** Waits; ends early, by throwing its reason, when the signal fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    if (signal?.aborted) return failed(signal.reason as Error)
    const aborted = () => {
      clearTimeout(timer)
      failed(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted)
      done()
    }, ms)
    signal?.addEventListener('abort', aborted, { once: true })
  })
}

/** Milliseconds to wait after so many failures: longer each time, and for each client otherwise. */
export function backoff(failures: number): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1))
  return longest * (0.5 + Math.random() / 2)
}

/** What the server asked for in milliseconds, and a little more, so that clients do not all come back at once. */
export function waitOf(retryAfter: number | undefined): number {
  const ms = (retryAfter ?? DEFAULT_RETRY_AFTER) * 1000
  return ms + Math.random() * Math.min(500, ms / 10)
}

/** Seconds of a `Retry-After` header: a number, or a time (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000)
}
