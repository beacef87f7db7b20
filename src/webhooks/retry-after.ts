/** The one date format in use (RFC 9110, 5.6.7). `Date.parse` alone would take a good deal more. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Seconds from now that a `Retry-After` header asks for (RFC 9110, 10.2.3); undefined when it says nothing. */
export function readRetryAfter(value: string, nowMs: number): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const date = HTTP_DATE.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000))
}
