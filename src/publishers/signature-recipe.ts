import { createHash, createHmac } from 'node:crypto'
import { type SignedRequest, signedText } from './signature.ts'

/** A way to sign a request, right or wrong. */
export interface Recipe {
  secret: string
  /** What stands for the secret where the text is shown. */
  mask: string
  /** Where the secret stands in the text; `key`: not in it, it is the key of an HMAC. */
  place: 'first' | 'last' | 'between' | 'both' | 'none' | 'key'
  /** What comes before the parameters. */
  lead: string[]
  parameters: string
  body: Buffer
  /** What stands between the parts. */
  glue: string
}

/** A request as it was sent. */
export interface SentRequest {
  method: string
  /** `https://example.com`, where it is known. */
  origin: string
  path: string
  /** What stands behind the `?`, as it was sent. */
  rawQuery: string
  body: Buffer
}

/** A request as its address is written; without an origin it may begin with the path. */
export function readSent(method: string, url: string, body: string): SentRequest {
  const [, origin = '', path = '', rawQuery = ''] = /^(https?:\/\/[^/]+)?([^?#]*)\??([^#]*)/.exec(url) ?? []
  return { method, origin, path, rawQuery, body: Buffer.from(body) }
}

export const MASK = '‹secret›'

/** The request as signatures are made of it: the query decoded. */
export function toSigned({ method, path, rawQuery, body }: SentRequest): SignedRequest {
  return { method, path, query: [...new URLSearchParams(rawQuery)] as [string, string][], body }
}

/** How we sign: the documented form, and the stronger one. */
export function rightRecipe(form: 'md5' | 'sha256', secret: string, sent: SentRequest): Recipe {
  const request = toSigned(sent)
  return {
    secret,
    mask: MASK,
    place: form === 'md5' ? 'first' : 'key',
    lead: form === 'md5' ? [] : [request.method, request.path],
    parameters: signedText('md5', request),
    body: request.body,
    glue: '',
  }
}

/** The signature of a recipe, under `md5`, `sha256` and the like. */
export function signBy(recipe: Recipe, algorithm: string): Buffer {
  const hash = recipe.place === 'key' ? createHmac(algorithm, recipe.secret) : createHash(algorithm)
  for (const [index, part] of partsOf(recipe, recipe.secret).entries()) {
    if (index > 0) hash.update(recipe.glue)
    hash.update(part)
  }
  return hash.digest()
}

/** What a recipe signs, with the secret masked. */
export function textOf(recipe: Recipe): string {
  return partsOf(recipe, recipe.mask)
    .map((part) => part.toString())
    .join(recipe.glue)
}

function partsOf({ place, lead, parameters, body }: Recipe, secret: string): (string | Buffer)[] {
  const front = place === 'first' || place === 'both' ? [secret] : []
  const middle = place === 'between' ? [secret] : []
  const end = place === 'last' || place === 'both' ? [secret] : []
  return [...front, ...lead, parameters, ...middle, body, ...end]
}
