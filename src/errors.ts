/** Kinds of errors; `http/errors.ts` maps them to status codes. */
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

interface ErrorDetails {
  fields?: FieldErrors
  retryAfter?: number
  challenge?: object
}

/** An error that the caller can understand and fix. Any other exception is a bug or a failure of ours. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined
  /** Work that admits the caller at once. */
  readonly challenge: object | undefined

  constructor(code: ErrorCode, message: string, more: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.challenge = more.challenge
  }
}

/** The error for invalid input, with a message for each field. */
export function invalid(fields: FieldErrors): AppError {
  return new AppError('invalid', Object.values(fields).join('; '), { fields })
}

/** `notFound('Calendar', 'x')` says `Calendar with ID [x] Not Found`. */
export function notFound(what: string, id: string): AppError {
  return new AppError('not_found', `${what} with ID [${id}] Not Found`)
}

/** A setting that can't be used. Its message is one line that names it. */
export class ConfigError extends Error {}
