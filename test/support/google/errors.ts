/** An error of Google's, as developers.google.com/workspace/calendar/api/guides/errors prints them. */
export class GoogleError extends Error {
  readonly code: number
  readonly reason: string
  readonly domain: string

  constructor(code: number, reason: string, message: string, domain = 'global') {
    super(message)
    this.code = code
    this.reason = reason
    this.domain = domain
  }

  /** The body of the response. Newer errors repeat the message at the top; `errors` has one entry. */
  toBody() {
    const { code, domain, reason, message } = this
    return { error: { errors: [{ domain, reason, message }], code, message } }
  }
}

export const invalid = (message: string) => new GoogleError(400, 'invalid', message)
export const notFound = () => new GoogleError(404, 'notFound', 'Not Found')
export const unauthorized = () => new GoogleError(401, 'authError', 'Invalid Credentials')
export const outsideScope = () =>
  new GoogleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
export const tooFast = (reason: 'rateLimitExceeded' | 'userRateLimitExceeded') =>
  new GoogleError(
    403,
    reason,
    reason === 'rateLimitExceeded' ? 'Rate Limit Exceeded' : 'User Rate Limit Exceeded',
    'usageLimits',
  )
