import { type Bytes, concatenated, toHex, utf8 } from './bytes.ts'
import { md5 } from './md5.ts'

/** What a signature is made of. `query` holds decoded parameters in the order they are sent. */
export interface SignableRequest {
  method: string
  /** As it is sent, percent-encoded. */
  path: string
  query: [key: string, value: string][]
  body: Bytes
}

/**
 * `apiSign` in the form every server takes: the MD5, in lower-case hex, of the secret, the query parameters sorted
 * by key and written key then value, and the body. The method and the path are not part of it.
 */
export function signMd5(secret: string, { query, body }: Pick<SignableRequest, 'query' | 'body'>): string {
  return md5(concatenated(utf8(secret + parameters(query)), body))
}

/**
 * `apiSign` in the stronger form: HMAC-SHA256 under the secret, in hex, of the method, the path, the sorted
 * parameters with `apiTime` (unix seconds) among them, and the body.
 */
export async function signSha256(
  secret: string,
  { method, path, query, body }: SignableRequest,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign'])
  const text = utf8(method + path + parameters(query))
  return toHex(await crypto.subtle.sign('HMAC', key, concatenated(text, body)))
}

/** The sorted parameters as they are signed: key then value, with nothing between. */
export function parameters(query: SignableRequest['query']): string {
  return query
    .filter(([key]) => key !== 'apiSign')
    .map(([key, value]) => ({ key: utf8(key), text: key + value }))
    .sort((a, b) => compareBytes(a.key, b.key))
    .map(({ text }) => text)
    .join('')
}

/** UTF-8 byte order; UTF-16 order, which JavaScript compares by, differs beyond the basic plane. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return at === -1 ? a.length - b.length : a[at]! - (b[at] ?? -1)
}
