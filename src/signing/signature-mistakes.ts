import { sortedParameters } from './signature.ts'
import type { ProblemCode } from './signature-problems.ts'
import { type Recipe, type SentRequest, toSigned } from './signature-recipe.ts'

/** A mistake, as a change of the correct recipe. Mistakes of the same axis exclude each other. */
export interface Mistake {
  code: ProblemCode
  axis: 'parameters' | 'body' | 'secret'
  /** The name of the parameter or the API key. */
  detail?: string
  change: Partial<Recipe>
}

export interface KnownKey {
  apiKey: string
  name: string
  secret: string
}

type Pairs = [key: string, value: string][]

/** Only the first parameters are tried as left out. */
const MOST_LEFT_OUT = 20
const NOTHING = Buffer.alloc(0)

/** Common mistakes with the parameters and the secret, the most common first. */
export function mistakesOf(form: 'md5' | 'sha256', others: KnownKey[], sent: SentRequest): Mistake[] {
  return [...parameterMistakes(sent), ...secretMistakes(form, others)]
}

/** Common mistakes with the body. */
export function bodyMistakes(body: Buffer): Mistake[] {
  if (body.length === 0) return []
  return [{ code: 'body-missing', axis: 'body', change: { body: NOTHING } }, ...rewritings(body)]
}

/** The mistake of serialising the body twice: for signing and for sending. */
export function rewritings(body: Buffer): Mistake[] {
  return rewritten(body).map((other) => ({ code: 'body-rewritten', axis: 'body', change: { body: other } }))
}

/**
 * The same content in other bytes: JSON as common libraries write it, or with other whitespace at the ends.
 */
export function rewritten(body: Buffer): Buffer[] {
  const text = body.toString()
  const texts = [text.trim(), `${text}\n`, `${text}\r\n`, ...jsonWritings(text)]
  return [...new Set(texts)].filter((other) => other !== text).map((other) => Buffer.from(other))
}

function parameterMistakes(sent: SentRequest): Mistake[] {
  const decoded = toSigned(sent).query
  const signed = decoded.filter(([key]) => key !== 'apiSign')
  const sorted = sortedParameters(decoded)
  const raw = rawPairs(sent.rawQuery).filter(([key]) => key !== 'apiSign')
  const mistake = (code: ProblemCode, parameters: string, detail?: string): Mistake => ({
    ...{ code, axis: 'parameters', change: { parameters } },
    ...(detail !== undefined && { detail }),
  })
  return [
    mistake('unsorted', plain(signed)),
    ...encodings(raw, sorted).map((text) => mistake('encoded', text)),
    ...[sorted, signed, raw].map((pairs) => mistake('separators', separated(pairs))),
    ...sorted
      .slice(0, MOST_LEFT_OUT)
      .map(([name], left) => mistake('left-out', plain(sorted.filter((_, index) => index !== left)), name)),
  ]
}

function secretMistakes(form: 'md5' | 'sha256', others: KnownKey[]): Mistake[] {
  const places = form === 'md5' ? (['last', 'between', 'key'] as const) : (['first', 'last'] as const)
  return [
    ...places.map((place): Mistake => ({ code: 'secret-place', axis: 'secret', change: { place } })),
    ...others.map(({ name, secret }): Mistake => ({
      ...{ code: 'other-key', axis: 'secret', detail: name },
      change: { secret, mask: `‹secret of ${name}›` },
    })),
  ]
}

function encodings(raw: Pairs, sorted: Pairs): string[] {
  const percent = sorted.map(([key, value]): [string, string] => [key, encodeURIComponent(value)])
  return [plain(sortedParameters(raw)), plain(percent), plain(raw)]
}

function separated(pairs: Pairs): string {
  return pairs.map(([key, value]) => `${key}=${value}`).join('&')
}

function rawPairs(query: string): Pairs {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    })
}

function plain(pairs: Pairs): string {
  return pairs.map(([key, value]) => key + value).join('')
}

/** Returns the JSON compact, in one line with spaces, indented, and with escapes. */
function jsonWritings(text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  const compact = JSON.stringify(value)
  const spaced = JSON.stringify(value, null, 1).replace(/\n */g, (gap) => gap.slice(0, 1))
  const inOneLine = spaced.replace(/,\n/g, ', ').replaceAll('\n', '')
  const indented = [2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent))
  const escaped = [compact, inOneLine].flatMap((json) => [ascii(json), ascii(json.replaceAll('/', '\\/'))])
  return [compact, inOneLine, ...indented, compact.replaceAll('/', '\\/'), ...escaped]
}

function ascii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
