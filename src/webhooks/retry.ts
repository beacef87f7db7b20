/** A receiver that asks for patience gets at most this much of it, in seconds. */
const MAX_RETRY_AFTER = 3600

/**
 * When a delivery that has failed is tried next (epoch ms); undefined: it is given up. `plan` holds seconds
 * after the first attempt. A later time the receiver asked for is respected, an earlier one is not.
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
  const asked = now + Math.min(retryAfterSeconds, MAX_RETRY_AFTER) * 1000
  return Math.max(firstAttemptAt + seconds * 1000, asked)
}
