import { createHash, createHmac } from 'node:crypto'
import { type SignedRequest, signedText } from './signature.ts'

/** A way to compute a signature, correct or not. */
export interface Recipe {
  secret: string
  /** Replaces the secret when the text is shown. */
  mask: string
  /** Position of the secret in the text; `key`: the secret is the key of an HMAC and not in the text. */
  place: 'first' | 'last' | 'between' | 'key'
  /** Parts before the parameters. */
  lead: string[]
  parameters: string
  body: Buffer
}

export interface SentRequest {
  method: string
  path: string
  /** The part after `?`, percent-encoded. */
  rawQuery: string
  body: Buffer
}

/** Parses a URL, or a path with a query. */
export function readSent(method: string, url: string, body: string): SentRequest {
  const [, path = '', rawQuery = ''] = /^(?:https?:\/\/[^/]+)?([^?#]*)\??([^#]*)/.exec(url) ?? []
  return { method, path, rawQuery, body: Buffer.from(body) }
}

export const MASK = '‹secret›'

/** The request with its query decoded, as signatures cover it. */
export function toSigned({ method, path, rawQuery, body }: SentRequest): SignedRequest {
  return { method, path, query: [...new URLSearchParams(rawQuery)] as [string, string][], body }
}

/** The correct recipe of either form. */
export function rightRecipe(form: 'md5' | 'sha256', secret: string, sent: SentRequest): Recipe {
  const request = toSigned(sent)
  return {
    secret,
    mask: MASK,
    place: form === 'md5' ? 'first' : 'key',
    lead: form === 'md5' ? [] : [request.method, request.path],
    parameters: signedText('md5', request),
    body: request.body,
  }
}

/** Computes the signature of a recipe with `md5`, `sha256` or another hash of node:crypto. */
export function signBy(recipe: Recipe, algorithm: string): Buffer {
  const hash = recipe.place === 'key' ? createHmac(algorithm, recipe.secret) : createHash(algorithm)
  for (const part of partsOf(recipe, recipe.secret)) hash.update(part)
  return hash.digest()
}

/** The signed text of a recipe, with the secret masked. */
export function textOf(recipe: Recipe): string {
  return partsOf(recipe, recipe.mask)
    .map((part) => part.toString())
    .join('')
}

function partsOf({ place, lead, parameters, body }: Recipe, secret: string): (string | Buffer)[] {
  const front = place === 'first' ? [secret] : []
  const middle = place === 'between' ? [secret] : []
  const end = place === 'last' ? [secret] : []
  return [...front, ...lead, parameters, ...middle, body, ...end]
}
