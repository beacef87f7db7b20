/** Milliseconds before the first repetition, doubled for each further one up to MAX_WAIT. */
const FIRST_WAIT = 500
const MAX_WAIT = 30_000
/** Seconds to wait after a 429 without `Retry-After`. */
const DEFAULT_RETRY_AFTER = 2

/** Waits. Throws the signal's reason as soon as it is aborted. */
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

/** Milliseconds to wait after a number of failures: exponential, with jitter. */
export function backoff(failures: number): number {
  const longest = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (failures - 1))
  return longest * (0.5 + Math.random() / 2)
}

/** `Retry-After` in milliseconds with jitter, so that clients do not all return at once. */
export function waitOf(retryAfter: number | undefined): number {
  const ms = (retryAfter ?? DEFAULT_RETRY_AFTER) * 1000
  return ms + Math.random() * Math.min(500, ms / 10)
}

/** Reads the seconds from a `Retry-After` header, a number or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000)
}
