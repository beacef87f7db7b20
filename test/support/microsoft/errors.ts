/** An error of Microsoft Graph (learn.microsoft.com/graph/errors). `retryAfter` is in seconds. */
export class GraphError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export const badRequest = (message: string) => new GraphError(400, 'ErrorInvalidRequest', message)
export const notFound = () =>
  new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
export const throttled = (message: string, retryAfter: number) =>
  new GraphError(429, 'ApplicationThrottled', message, retryAfter)
export const unavailable = (retryAfter: number | undefined) =>
  new GraphError(503, 'ServiceNotAvailable', 'The service is temporarily unavailable.', retryAfter)
