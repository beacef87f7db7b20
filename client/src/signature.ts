import { type Bytes, concatenate, toHex, utf8 } from './bytes.ts'

/** The signed parts of a request. `query`: the decoded parameters in the order they are sent. */
export interface SignableRequest {
  method: string
  /** Percent-encoded, as it is sent. */
  path: string
  query: [key: string, value: string][]
  body: Bytes
}

/**
 * `apiSign` in the stronger form: HMAC-SHA256 with the secret, in hex, of the method, the path, the sorted
 * parameters including `apiTime` (Unix seconds), and the body.
 */
export async function signSha256(
  secret: string,
  { method, path, query, body }: SignableRequest,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign'])
  const text = utf8(method + path + parameters(query))
  return toHex(await crypto.subtle.sign('HMAC', key, concatenate(text, body)))
}

/** The parameters as they are signed: sorted by key, key then value, without separators. */
export function parameters(query: SignableRequest['query']): string {
  return query
    .filter(([key]) => key !== 'apiSign')
    .map(([key, value]) => ({ key: utf8(key), text: key + value }))
    .sort((a, b) => compareBytes(a.key, b.key))
    .map(({ text }) => text)
    .join('')
}

/** Compares in UTF-8 byte order; JavaScript's UTF-16 order differs beyond the Basic Multilingual Plane. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return at === -1 ? a.length - b.length : a[at]! - (b[at] ?? -1)
}
