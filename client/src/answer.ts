import { FastiError } from './errors.ts'
import { readRetryAfter } from './waiting.ts'

/** Seconds a clock may be off in the SHA-256 form. */
const MAX_CLOCK_SKEW = 300

/** What came back, its body read. */
export interface Answer {
  status: number
  headers: Headers
  /** Undefined where there is none. */
  body: unknown
  /** How often the request was sent. */
  attempts: number
  /** An earlier attempt had no answer: the server may have done then what it says now it can't do. */
  uncertain: boolean
}

interface ErrorBody {
  statusLong?: unknown
  errors?: unknown
  requestId?: unknown
}

/** The refusal that an answer is, with all it says; undefined where it is none. */
export function refusalOf(
  { status, headers, body, attempts, uncertain }: Answer,
  dated: boolean,
): FastiError | undefined {
  if (status >= 200 && status < 300) return undefined
  const { statusLong, errors, requestId } = (typeof body === 'object' ? (body ?? {}) : {}) as ErrorBody
  const text = typeof statusLong === 'string' ? statusLong : `The server answered ${status}`
  const fields = readFields(errors)
  const said = Object.values(fields).join('; ')
  const hint = hintFor(status, headers, dated)
  return new FastiError([said ? `${text}: ${said}` : text, hint].filter(Boolean).join('. '), {
    status,
    errors: fields,
    requestId: headers.get('x-request-id') ?? (typeof requestId === 'string' ? requestId : undefined),
    retryAfter: readRetryAfter(headers.get('retry-after')),
    attempts,
    uncertain,
  })
}

function readFields(errors: unknown): Record<string, string> {
  if (typeof errors !== 'object' || errors === null) return {}
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, String(message)]))
}

function hintFor(status: number, headers: Headers, dated: boolean): string {
  if (status >= 300 && status < 400) {
    return `It leads to ${headers.get('location') ?? 'another address'}: use that address`
  }
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (status !== 403 || !dated || Number.isNaN(serverTime)) return ''
  const seconds = Math.round((Date.now() - serverTime) / 1000)
  if (Math.abs(seconds) < MAX_CLOCK_SKEW) return ''
  const direction = seconds > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${Math.abs(seconds)} seconds ${direction} the server's, which allows ${MAX_CLOCK_SKEW}`
}

/** The JSON of an answer; undefined: it has none, or none that could be read of a refusal. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    if (!response.ok) return undefined
    throw new FastiError('The answer is not JSON: url may not be that of the service', {
      status: response.status,
      cause,
    })
  }
}
