import { FastiError } from './errors.ts'
import type { Operation } from './operation.ts'

/** Statuses from proxies or timeouts, after which the server may still have done the work. */
const UNCERTAIN_STATUSES = [408, 502, 503, 504]
/** Error codes of Node and Bun if no connection was made. */
const CONNECT_ERRORS = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused', 'FailedToOpenSocket']

/** True if a failed attempt may be repeated. */
export function mayRepeat(error: FastiError, uncertain: boolean, operation: Operation): boolean {
  if (error.status === 429) return true
  if (error.status !== 0 && !UNCERTAIN_STATUSES.includes(error.status)) return false
  return operation.repeatable || !uncertain
}

/** True if the server may have done the work of a failed attempt. */
export function mayHaveSucceeded(error: FastiError, hasResponse: boolean): boolean {
  return (!hasResponse || UNCERTAIN_STATUSES.includes(error.status)) && !wasNeverSent(error)
}

/** Marks the error as uncertain if an earlier attempt may have succeeded. */
export function withUncertainty(error: FastiError, uncertain: boolean): FastiError {
  if (!uncertain || error.uncertain) return error
  const { status, errors, requestId, retryAfter, attempts, cause } = error
  const more = { status, errors, requestId, retryAfter, attempts, cause, uncertain }
  return new FastiError(error.message, more)
}

/** The message of the deepest cause of an error. */
export function reasonOf(cause: unknown): string {
  const { message, cause: deeper } = cause as {
    message?: string
    cause?: { message?: string; code?: string }
  }
  return deeper?.message || deeper?.code || message || String(cause)
}

function wasNeverSent(error: FastiError): boolean {
  const cause = error.cause as { code?: unknown; cause?: { code?: unknown } } | undefined
  return [cause?.code, cause?.cause?.code].some((code) => CONNECT_ERRORS.includes(String(code)))
}
