import { FastiError } from './errors.ts'
import type { Operation } from './operation.ts'

/** Failures of the way to a server: what it was asked for may have been done. */
const NO_ANSWER = [408, 502, 503, 504]
/** What Node and Bun say where there was nobody to send to. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused', 'FailedToOpenSocket']

/** Whether a failed attempt may be followed by another. */
export function mayRepeat(error: FastiError, uncertain: boolean, operation: Operation): boolean {
  if (error.status === 429) return true
  if (error.status !== 0 && !NO_ANSWER.includes(error.status)) return false
  return operation.repeatable || !uncertain
}

/** Whether the server may have done what it was asked for by an attempt that failed. */
export function mayHaveBeenDone(error: FastiError, answered: boolean): boolean {
  return (!answered || NO_ANSWER.includes(error.status)) && !neverSent(error)
}

/** The error with what is known only now: an earlier attempt may have been done. */
export function withUncertainty(error: FastiError, uncertain: boolean): FastiError {
  if (!uncertain || error.uncertain) return error
  const { status, errors, requestId, retryAfter, attempts, cause } = error
  const more = { status, errors, requestId, retryAfter, attempts, cause, uncertain }
  return new FastiError(error.message, more)
}

/** The deepest cause of a failure of the platform, in its words. */
export function reasonOf(cause: unknown): string {
  const { message, cause: deeper } = cause as {
    message?: string
    cause?: { message?: string; code?: string }
  }
  return deeper?.message || deeper?.code || message || String(cause)
}

function neverSent(error: FastiError): boolean {
  const cause = error.cause as { code?: unknown; cause?: { code?: unknown } } | undefined
  return [cause?.code, cause?.cause?.code].some((code) => NEVER_SENT.includes(String(code)))
}
