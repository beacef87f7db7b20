import { type Outcome, ProviderError } from '../provider.ts'

/** An answer of Google's, of a request or of a part of a batch. */
export interface GoogleAnswer {
  status: number
  /** As parsed from JSON; undefined if it is none. */
  body: unknown
}

/** The body of a refusal: `{"error": {"errors": [{domain, reason, message}], "code", "message"}}`. */
interface Refusal {
  error?: { message?: string; errors?: { reason?: string; message?: string }[] }
}

const TOO_FAST = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'backendError', 'internalError'])
const QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded', 'calendarUsageLimitsExceeded'])
const LONGEST_MESSAGE = 300

export function isDone({ status }: GoogleAnswer): boolean {
  return status >= 200 && status < 300
}

/** Returns the error that a refused request stands for. */
export function errorOf(answer: GoogleAnswer): ProviderError {
  const { status } = answer
  const { reason, message } = refusalOf(answer)
  const text = `Google responded ${status}${reason && ` ${reason}`}${message && `: ${message}`}`
  if (QUOTA.has(reason)) return new ProviderError('quota', text)
  if (isBusy(status, reason)) return new ProviderError('busy', text)
  if (status === 404 || status === 410) return new ProviderError('gone', text)
  return new ProviderError('refused', text)
}

/** Returns the outcome of an operation. Throws ProviderError if the refusal is about more than this one. */
export function outcomeOf(method: 'insert' | 'update' | 'delete', answer: GoogleAnswer): Outcome {
  if (isDone(answer)) return 'done'
  const { status } = answer
  const { reason } = refusalOf(answer)
  // Deleted before. 404 may also say that the whole calendar is gone.
  if (method === 'delete' && status === 410) return 'done'
  if (status === 409) return reason === 'duplicate' ? 'exists' : 'conflict'
  if (status === 412) return 'conflict'
  if (status === 404 || status === 410) return 'missing'
  const error = errorOf(answer)
  if (error.fault === 'busy') return 'busy'
  if (error.fault === 'quota') throw error
  return { refused: error.message }
}

function isBusy(status: number, reason: string): boolean {
  // 401: the token ended between its renewal and its use, or the consent did, which the next renewal tells.
  return status === 401 || status === 429 || status === 408 || status >= 500 || TOO_FAST.has(reason)
}

function refusalOf({ body }: GoogleAnswer): { reason: string; message: string } {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as Refusal
  const message = (error?.message ?? '').replace(/\s+/g, ' ').slice(0, LONGEST_MESSAGE)
  return { reason: error?.errors?.[0]?.reason ?? '', message }
}
