import { ProviderError } from '../provider.ts'

/** An answer of Microsoft Graph, of a request or of a part of a batch. */
export interface GraphAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** As parsed from JSON; undefined if it is none. */
  body: unknown
}

/** The body of a refusal (learn.microsoft.com/graph/errors). */
interface Refusal {
  error?: { code?: string; message?: string }
}

const QUOTA = new Set(['ErrorQuotaExceeded', 'ErrorMessageSizeExceeded'])
/** RFC 4918, 11.5. */
const FULL = 507
const LONGEST_MESSAGE = 300
/** The rest after a refusal that names none. */
const REST_MS = 1000
const LONGEST_REST_MS = 3_600_000

export function isDone({ status }: GraphAnswer): boolean {
  return status >= 200 && status < 300
}

export function isGone({ status }: GraphAnswer): boolean {
  return status === 404 || status === 410
}

export function isBusy({ status }: GraphAnswer): boolean {
  // 401: the token ended between its renewal and its use, or the consent did, which the next renewal tells.
  return status === 401 || status === 429 || status === 408 || (status >= 500 && status !== FULL)
}

export function codeOf({ body }: GraphAnswer): string {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as Refusal
  return error?.code ?? ''
}

/** Returns the error that a refused request stands for. */
export function errorOf(answer: GraphAnswer): ProviderError {
  const { status, body } = answer
  const code = codeOf(answer)
  const message = ((body as Refusal | undefined)?.error?.message ?? '').replace(/\s+/g, ' ')
  const text = `Microsoft responded ${status}${code && ` ${code}`}${message && `: ${message.slice(0, LONGEST_MESSAGE)}`}`
  if (QUOTA.has(code) || status === FULL) return new ProviderError('quota', text)
  if (isBusy(answer)) return new ProviderError('busy', text)
  return new ProviderError(isGone(answer) ? 'gone' : 'refused', text)
}

/** Returns how long nothing may be sent to the mailbox after these answers, in milliseconds; 0: no rest is asked for. */
export function restAfter(answers: GraphAnswer[]): number {
  return Math.max(0, ...answers.map(restOf))
}

/** `Retry-After` is in seconds (RFC 9110, 10.2.3). Graph sends no dates. */
function restOf({ status, headers }: GraphAnswer): number {
  const seconds = Number(headers['retry-after'] ?? NaN)
  if (Number.isFinite(seconds) && seconds >= 0) return Math.min(seconds * 1000, LONGEST_REST_MS)
  return status === 429 ? REST_MS : 0
}
