import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto'

/** How far `apiTime` of a SHA-256 signature may differ from our clock, in seconds. */
export const MAX_CLOCK_SKEW = 300
const NO_BODY = Buffer.alloc(0)

/** The parts of a request that a signature covers. `query`: decoded parameters in the order sent. */
export interface SignedRequest {
  method: string
  path: string
  query: [key: string, value: string][]
  body: Buffer
}

export type SignatureForm = 'md5' | 'sha256'

/**
 * The documented `apiSign`: lower-case hex MD5 of the secret, the sorted query parameters and the raw body.
 * The path and the method are not signed.
 */
export function signMd5(secret: string, request: Pick<SignedRequest, 'query' | 'body'>): string {
  const text = secret + signedText('md5', request)
  if (request.body.length === 0) return hash('md5', text)
  return createHash('md5').update(text).update(request.body).digest('hex')
}

/**
 * The stronger form: hex HMAC-SHA256, keyed with the secret, of method, path, sorted query parameters (which
 * include `apiTime` in unix seconds) and raw body, without separators.
 */
export function signSha256(secret: string, request: SignedRequest): string {
  return createHmac('sha256', secret).update(signedText('sha256', request)).update(request.body).digest('hex')
}

/** Checks `apiSign` in constant time. Returns its form, or undefined if it does not match. */
export function verifySignature(
  secret: string,
  request: SignedRequest,
  nowMs: number,
): SignatureForm | undefined {
  const sign = signOf(request)
  if (sign.length === 64)
    return equal(sign, signSha256(secret, request)) && isFresh(request, nowMs) ? 'sha256' : undefined
  if (equal(sign, signMd5(secret, request))) return 'md5'
  return request.body.length > 0 ? verifyBodyless(secret, request) : undefined
}

/** Like `verifySignature`, for a body that is too large to keep in memory and is read as a stream. */
export async function verifyStreamedBody(
  secret: string,
  request: Omit<SignedRequest, 'body'>,
  chunks: AsyncIterable<Buffer>,
  nowMs: number,
): Promise<SignatureForm | undefined> {
  const sign = signOf(request)
  const form = sign.length === 64 ? 'sha256' : 'md5'
  const hash = form === 'md5' ? createHash('md5').update(secret) : createHmac('sha256', secret)
  hash.update(signedText(form, request))
  for await (const chunk of chunks) hash.update(chunk)
  const matches = equal(sign, hash.digest('hex'))
  if (form === 'sha256') return matches && isFresh(request, nowMs) ? form : undefined
  return matches ? form : verifyBodyless(secret, request)
}

/** Existing clients sign a DELETE either with its body or without it. */
function verifyBodyless(secret: string, request: Omit<SignedRequest, 'body'>): 'md5' | undefined {
  if (request.method !== 'DELETE') return undefined
  return equal(signOf(request), signMd5(secret, { query: request.query, body: NO_BODY })) ? 'md5' : undefined
}

function signOf({ query }: Pick<SignedRequest, 'query'>): string {
  return lastValue(query, 'apiSign')?.toLowerCase() ?? ''
}

function isFresh({ query }: Pick<SignedRequest, 'query'>, nowMs: number): boolean {
  const time = Number(lastValue(query, 'apiTime') || NaN)
  return Math.abs(nowMs / 1000 - time) <= MAX_CLOCK_SKEW
}

/**
 * The signed text between the secret and the body, which developers compare when a signature does not match.
 * MD5 is computed over secret + text + body, HMAC-SHA256 over text + body.
 */
export function signedText(form: 'md5', request: Pick<SignedRequest, 'query'>): string
export function signedText(form: SignatureForm, request: Omit<SignedRequest, 'body'>): string
export function signedText(
  form: SignatureForm,
  { query, method = '', path = '' }: Partial<SignedRequest>,
): string {
  const parameters = sortedParameters(query ?? [])
    .map(([key, value]) => key + value)
    .join('')
  return form === 'md5' ? parameters : method + path + parameters
}

/** All parameters except `apiSign`, sorted by name. */
export function sortedParameters(query: SignedRequest['query']): SignedRequest['query'] {
  return query.filter(([key]) => key !== 'apiSign').sort(([a], [b]) => compareBytes(a, b))
}

/** Returns the last value of a parameter, which counts if it is repeated. */
export function lastValue(query: SignedRequest['query'], name: string): string | undefined {
  return query.findLast(([key]) => key === name)?.[1]
}

/** Compares by UTF-8 bytes. JavaScript compares by UTF-16 units, which differs beyond the basic plane. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function equal(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
