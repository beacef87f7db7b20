interface Details {
  status?: number
  errors?: Record<string, string> | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  uncertain?: boolean
  attempts?: number
  cause?: unknown
}

/** A failed request: the server has refused it or has not responded. */
export class FastiError extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** The server's error messages by field; empty if no field is named. */
  readonly errors: Record<string, string>
  /** The `X-Request-Id` of the response, by which the operator finds it in the log. */
  readonly requestId: string | undefined
  /** Seconds from `Retry-After`. */
  readonly retryAfter: number | undefined
  /**
   * True if a response was lost, so that the server may have done
   * the work. Check before you repeat the request.
   */
  readonly uncertain: boolean
  /** The number of times the request was sent. */
  readonly attempts: number

  constructor(message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'FastiError'
    this.status = details.status ?? 0
    this.errors = details.errors ?? {}
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.uncertain = details.uncertain ?? false
    this.attempts = details.attempts ?? 1
  }
}

/** A webhook with an invalid signature, or an unreadable one. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}
