/** A receiver that asks for patience gets at most this much of it, in seconds. */
export const MAX_RETRY_AFTER = 3600

/**
 * When a delivery that has failed is tried next (epoch ms); undefined: it is given up. `plan` holds seconds
 * after the first attempt. A later time the receiver asked for is respected, an earlier one is not. Where an attempt
 * came late, because nobody was there to make it or the clock was set forward, the next one leaves the receiver at
 * least half of the pause it was to have: else the rest of the plan would be used up in a moment.
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
  // Set back, the clock would make it wait for that long more.
  const planned = Math.min(firstAttemptAt, now) + seconds * 1000
  const asked = now + Math.min(retryAfterSeconds, MAX_RETRY_AFTER) * 1000
  return Math.max(planned, now + pause * 500, asked)
}
