/** The longest `Retry-After` that is respected, in seconds. */
export const MAX_RETRY_AFTER = 3600

/** The one date format in use (RFC 9110, 5.6.7). `Date.parse` alone accepts many more. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The seconds of a `Retry-After` header (RFC 9110, 10.2.3), from `nowMs` on; undefined if it is malformed. */
export function readRetryAfter(value: string, nowMs: number): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const date = HTTP_DATE.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000))
}

/**
 * The time of the next attempt of a failed delivery (epoch ms); undefined: give up. `plan` holds seconds after the
 * first attempt. A later time from the receiver is respected, an earlier one is not. If an attempt was late, because
 * no worker ran or the clock was set forward, the next one still leaves half of the planned pause: otherwise the rest
 * of the plan would pass in a moment.
 */
export function nextAttemptAt(
  plan: number[],
  failedAttempts: number,
  firstAttemptAt: number,
  now: number,
  retryAfterSeconds = 0,
): number | undefined {
  const seconds = plan[failedAttempts - 1]
  if (seconds === undefined) return undefined
  const pause = seconds - (plan[failedAttempts - 2] ?? 0)
  // A clock that was set back would otherwise delay the delivery by that much.
  const planned = Math.min(firstAttemptAt, now) + seconds * 1000
  const requested = now + Math.min(retryAfterSeconds, MAX_RETRY_AFTER) * 1000
  return Math.max(planned, now + pause * 500, requested)
}
