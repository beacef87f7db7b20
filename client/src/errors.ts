interface Details {
  status?: number
  errors?: Record<string, string> | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  uncertain?: boolean
  attempts?: number
  cause?: unknown
}

/** A request that did not succeed: refused by the server, or not answered at all. */
export class FastiError extends Error {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  /** What is wrong by field, as the server said; empty where no field is to blame. */
  readonly errors: Record<string, string>
  /** The `X-Request-Id` of the answer, by which the server's operator finds its log line. */
  readonly requestId: string | undefined
  /** Seconds after which the server asks to be tried again. */
  readonly retryAfter: number | undefined
  /** The server may have done what it was asked for: an answer was lost, so look before you ask again. */
  readonly uncertain: boolean
  /** How often it was sent. */
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

/** A webhook that is not what it says it is, or that can't be read. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}
