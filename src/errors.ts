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

/**
 * Why the portal's request was refused, for pages to say it in the language of their reader. An answer of the admin API
 * has it as `kind` beside the English message.
 */
export type RefusalKind =
  | 'address_form'
  | 'address_login'
  | 'address_long'
  | 'address_port'
  | 'address_private'
  | 'address_taken'
  | 'changed_meanwhile'
  | 'client_of_installation'
  | 'client_refused'
  | 'client_secret_expired'
  | 'client_secret_wrong'
  | 'client_unknown'
  | 'code_missing'
  | 'code_wrong'
  | 'consents_end'
  | 'delivery_arrived'
  | 'draft_without_page'
  | 'email_taken'
  | 'events_without_pages'
  | 'file_too_large'
  | 'image_animated'
  | 'image_damaged'
  | 'image_too_large'
  | 'image_wrong_format'
  | 'last_owner'
  | 'link_over'
  | 'mailed_enough'
  | 'most_reached'
  | 'name_taken'
  | 'no_password'
  | 'not_undone'
  | 'nothing_to_tell'
  | 'own_role'
  | 'own_second_step'
  | 'page_outdated'
  | 'password_weak'
  | 'password_wrong'
  | 'person_joined'
  | 'person_left'
  | 'person_off'
  | 'private_calendar'
  | 'provider_silent'
  | 'quiet_hours_empty'
  | 'range_too_long'
  | 'reference_taken'
  | 'role_too_low'
  | 'series_day_not_given'
  | 'series_empty'
  | 'series_reference'
  | 'series_this_only'
  | 'set_up_done'
  | 'set_up_link_wrong'
  | 'sign_in_wrong'
  | 'source_busy'

/** Messages by field, such as `{ name: 'Calendar name is required' }`. */
export type FieldErrors = Record<string, string>

interface ErrorDetails {
  fields?: FieldErrors
  kind?: RefusalKind | undefined
  retryAfter?: number
  challenge?: object
}

/** An error that the caller can understand and fix. Any other exception is a bug or a failure of ours. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** With `fields`, it is about each of them. */
  readonly kind: RefusalKind | undefined
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined
  /** Work that admits the caller at once. */
  readonly challenge: object | undefined

  constructor(code: ErrorCode, message: string, more: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.kind = more.kind
    this.retryAfter = more.retryAfter
    this.challenge = more.challenge
  }
}

/** The error for invalid input, with a message for each field. */
export function invalid(fields: FieldErrors, kind?: RefusalKind): AppError {
  return new AppError('invalid', Object.values(fields).join('; '), { fields, kind })
}

/** `notFound('Calendar', 'x')` says `Calendar with ID [x] Not Found`. */
export function notFound(what: string, id: string): AppError {
  return new AppError('not_found', `${what} with ID [${id}] Not Found`)
}

/** A setting that can't be used. Its message is one line that names it. */
export class ConfigError extends Error {}
