import { utf8 } from '../../client/src/bytes.ts'
import { parameters, signMd5, signSha256 } from '../../client/src/signature.ts'

export type Form = 'md5' | 'sha256'

/** Stays in the memory of this page. */
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
  /** What the signature is made of, with a mask where the secret is. */
  text: string
}

/** Adds the key and the signature to the address of a request. Throws where the browser can't make it. */
export async function sign({ method, url, body }: Unsigned, { apiKey, secret, form }: Key): Promise<Signed> {
  if (form === 'sha256' && !globalThis.isSecureContext) {
    throw new Error('This browser makes SHA-256 signatures only on pages that came by https. Use MD5.')
  }
  const signed = new URL(url)
  signed.searchParams.set('apiKey', apiKey)
  if (form === 'sha256') {
    signed.searchParams.set('apiTime', String(Math.floor(Date.now() / 1000)))
    // Keys that take each request once want it.
    signed.searchParams.set('nonce', crypto.randomUUID())
  }
  const query = [...signed.searchParams] as [string, string][]
  const request = { method, path: signed.pathname, query, body: utf8(body ?? '') }
  const sign = form === 'md5' ? signMd5(secret, request) : await signSha256(secret, request)
  signed.searchParams.set('apiSign', sign)
  const lead = form === 'md5' ? '‹secret›' : method + signed.pathname
  return { url: signed.href, text: lead + parameters(query) + (body ?? '') }
}
