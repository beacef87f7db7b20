import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto'

/** Seconds a SHA-256 signature's `apiTime` may be away from our clock. */
export const MAX_CLOCK_SKEW = 300
const NO_BODY = Buffer.alloc(0)

/** What a signature covers. `query` holds the decoded parameters in the order they were sent. */
export interface SignedRequest {
  method: string
  path: string
  query: [key: string, value: string][]
  body: Buffer
}

/** How `apiSign` was verified. */
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
 * Our stronger form: 64 hex characters, HMAC-SHA256 under the secret over method, path, the sorted query
 * parameters (`apiTime` in unix seconds among them) and the raw body, with nothing between.
 */
export function signSha256(secret: string, request: SignedRequest): string {
  return createHmac('sha256', secret).update(signedText('sha256', request)).update(request.body).digest('hex')
}

/** Checks a request's `apiSign` in constant time; undefined when it does not match. */
export function verifySignature(
  secret: string,
  request: SignedRequest,
  nowMs: number,
): SignatureForm | undefined {
  const given = signOf(request)
  if (given.length === 64)
    return equal(given, signSha256(secret, request)) && isFresh(request, nowMs) ? 'sha256' : undefined
  if (equal(given, signMd5(secret, request))) return 'md5'
  return request.body.length > 0 ? verifyBodyless(secret, request) : undefined
}

/** The same for a body that is not kept: its octets are read once. */
export async function verifyPassingBody(
  secret: string,
  request: Omit<SignedRequest, 'body'>,
  octets: AsyncIterable<Buffer>,
  nowMs: number,
): Promise<SignatureForm | undefined> {
  const given = signOf(request)
  const form = given.length === 64 ? 'sha256' : 'md5'
  const hash = form === 'md5' ? createHash('md5').update(secret) : createHmac('sha256', secret)
  hash.update(signedText(form, request))
  for await (const piece of octets) hash.update(piece)
  const matches = equal(given, hash.digest('hex'))
  if (form === 'sha256') return matches && isFresh(request, nowMs) ? form : undefined
  return matches ? form : verifyBodyless(secret, request)
}

/** Clients of the original sign the body of a DELETE, or leave it out. */
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
 * The text a signature is made of between the secret and the body: what a developer compares when one does not
 * match. MD5 is taken of secret + text + body; the HMAC-SHA256 of text + body.
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

/** The parameters that are signed, in the order in which they are. */
export function sortedParameters(query: SignedRequest['query']): SignedRequest['query'] {
  return query.filter(([key]) => key !== 'apiSign').sort(([a], [b]) => compareBytes(a, b))
}

/** Of a parameter that is repeated the last value counts. */
export function lastValue(query: SignedRequest['query'], name: string): string | undefined {
  return query.findLast(([key]) => key === name)?.[1]
}

/** UTF-8 byte order. UTF-16 order, which JavaScript compares by, differs beyond the basic plane. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
