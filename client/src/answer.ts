import { FastiError } from './errors.ts'
import { readRetryAfter } from './waiting.ts'

/** Seconds that a clock may be off for SHA-256 signatures. */
const MAX_CLOCK_SKEW = 300

/** A response with its parsed body. */
export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON; undefined without a body. */
  body: unknown
  /** The number of times the request was sent. */
  attempts: number
  /** True if an earlier attempt got no response, so that the server may already have done the work. */
  uncertain: boolean
}

interface ErrorBody {
  statusLong?: unknown
  errors?: unknown
  requestId?: unknown
}

/**
 * The error for a response that is not a 2xx; otherwise
 * undefined. `dated`: requests are signed with the time.
 */
export function refusalOf(
  { status, headers, body, attempts, uncertain }: Answer,
  dated: boolean,
): FastiError | undefined {
  if (status >= 200 && status < 300) return undefined
  const { statusLong, errors, requestId } = (typeof body === 'object' ? (body ?? {}) : {}) as ErrorBody
  const text = typeof statusLong === 'string' ? statusLong : `The server answered ${status}`
  const fields = readFields(errors)
  const details = Object.values(fields).join('; ')
  const hint = hintFor(status, headers, dated)
  return new FastiError([details ? `${text}: ${details}` : text, hint].filter(Boolean).join('. '), {
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
    return `It redirects to ${headers.get('location') ?? 'another address'}: use that address`
  }
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (status !== 403 || !dated || Number.isNaN(serverTime)) return ''
  const seconds = Math.round((Date.now() - serverTime) / 1000)
  if (Math.abs(seconds) < MAX_CLOCK_SKEW) return ''
  const direction = seconds > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${Math.abs(seconds)} seconds ${direction} the server's, which allows ${MAX_CLOCK_SKEW}`
}

/** Reads the JSON of a response; undefined without a body, or for an error response that is not JSON. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    if (!response.ok) return undefined
    throw new FastiError('The response is not JSON: check that url is the address of the service', {
      status: response.status,
      cause,
    })
  }
}
