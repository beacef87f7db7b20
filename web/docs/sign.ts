import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { utf8 } from '../../client/src/bytes.ts'
import { parameters, signSha256 } from '../../client/src/signature.ts'

export type Form = 'md5' | 'sha256'

/** Kept only in the memory of this page. */
export interface Key {
  apiKey: string
  secret: string
  form: Form
}

export interface Unsigned {
  method: string
  /** With origin and query. */
  url: URL
  body: string | undefined
}

export interface Signed {
  url: string
  /** The signed text, with a mask in place of the secret. */
  text: string
}

/**
 * Adds the key and the signature to the URL of a request. Throws if the browser can't compute the signature.
 */
export async function sign({ method, url, body }: Unsigned, { apiKey, secret, form }: Key): Promise<Signed> {
  if (form === 'sha256' && !globalThis.isSecureContext) {
    throw new Error('This browser computes SHA-256 signatures only on https pages. Use MD5.')
  }
  const signed = new URL(url)
  signed.searchParams.set('apiKey', apiKey)
  if (form === 'sha256') {
    signed.searchParams.set('apiTime', String(Math.floor(Date.now() / 1000)))
    // Keys that accept each request only once require a nonce.
    signed.searchParams.set('nonce', crypto.randomUUID())
  }
  const query = [...signed.searchParams] as [string, string][]
  const text = parameters(query) + (body ?? '')
  const request = { method, path: signed.pathname, query, body: utf8(body ?? '') }
  // Web Crypto has no MD5.
  const sign = form === 'md5' ? bytesToHex(md5(utf8(secret + text))) : await signSha256(secret, request)
  signed.searchParams.set('apiSign', sign)
  const lead = form === 'md5' ? '‹secret›' : method + signed.pathname
  return { url: signed.href, text: lead + text }
}
