/** What went wrong, in domain words. `http/errors.ts` alone knows the status numbers. */
export type ErrorCode =
  | 'invalid'
  | 'signed_out'
  | 'forbidden'
  | 'not_found'
  | 'not_allowed'
  | 'conflict'
  | 'too_large'
  | 'too_many'
  | 'unsupported'
  | 'unavailable'

/** Messages by field, such as `{ name: 'Calendar name is required' }`. */
export type FieldErrors = Record<string, string>

/** A refusal the caller can understand and act on. Anything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, more: { fields?: FieldErrors; retryAfter?: number } = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }
}

/** Bad input, told field by field. The surface that was called puts its own headline above it. */
export function invalid(fields: FieldErrors): AppError {
  return new AppError('invalid', Object.values(fields).join('; '), { fields })
}

/** `notFound('Calendar', 'x')` says `Calendar with ID [x] Not Found`. */
export function notFound(what: string, id: string): AppError {
  return new AppError('not_found', `${what} with ID [${id}] Not Found`)
}
