import { type Bytes, NO_BYTES, utf8 } from './bytes.ts'
import { FastiError } from './errors.ts'
import type { Operation } from './operation.ts'
import type { ClientSettings } from './settings.ts'
import { signMd5 } from './sign-md5.ts'
import { signSha256 } from './signature.ts'

/** The base URL for API paths. Throws FastiError if the address is not an http or https URL. */
export function baseOf(address: string): string {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    throw new FastiError(`url must be the http or https address of the service, and not ${address}`)
  }
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/+$/, '').replace(/\/apiv2$/, '')
}

/** A body as bytes. */
export function bytesOf(body: unknown): Bytes {
  if (body === undefined) return NO_BYTES
  return body instanceof Uint8Array ? (body as Bytes) : utf8(JSON.stringify(body))
}

/** The signed URL of an operation. */
export async function signedUrl(
  base: string,
  { apiKey, secret, sha256 }: ClientSettings,
  { method, path, query = {} }: Operation,
  body: Bytes,
): Promise<string> {
  const url = new URL(`${base}/apiv2${path}`)
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(key, String(value))
  }
  url.searchParams.append('apiKey', apiKey)
  if (sha256) url.searchParams.append('apiTime', String(Math.floor(Date.now() / 1000)))
  const request = { method, path: url.pathname, query: [...url.searchParams] as [string, string][], body }
  url.searchParams.append('apiSign', sha256 ? await signSha256(secret, request) : signMd5(secret, request))
  return url.href
}
