import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { SentRequest } from './signature-recipe.ts'
import type { ProblemCode } from './signature-words.ts'

export interface BodyVariant {
  code: ProblemCode
  body: Buffer
}

const NOTHING = Buffer.alloc(0)
const BOM = '\ufeff'
/** What programs sign where they send nothing. */
export const EMPTY_BODIES = ['{}', '[]', 'null', '""', 'undefined'].map((text) => Buffer.from(text))

/** GET sends no body, and we would not look at it. */
export function isBodiless(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Bodies that are signed by mistake in place of the one that is sent. `pasted`: one that was not sent. */
export function bodyVariants({ method, body }: SentRequest, pasted: Buffer): BodyVariant[] {
  if (body.length > 0)
    return [{ code: 'body-missing', body: NOTHING }, ...writtenOtherwise(body), ...hashed(body)]
  const code = isBodiless(method) ? 'body-on-get' : 'body-added'
  const notSent = pasted.length > 0 ? [pasted, ...writtenOtherwise(pasted).map(({ body }) => body)] : []
  return [...notSent, ...EMPTY_BODIES].map((body) => ({ code, body }))
}

/** The same content in other bytes, as programs and editors write it. */
export function writtenOtherwise(body: Buffer): BodyVariant[] {
  if (body.length === 0) return []
  if (!isUtf8(body)) return [{ code: 'body-encoding', body: Buffer.from(body.toString('latin1')) }]
  const text = body.toString()
  const variants = (code: ProblemCode, texts: string[]) =>
    [...new Set(texts)]
      .filter((other) => other !== text)
      .map((other): BodyVariant => ({ code, body: Buffer.from(other) }))
  return [
    ...variants('body-bom', [text.startsWith(BOM) ? text.slice(1) : BOM + text]),
    ...variants('body-ends', [text.trimEnd(), text.trim(), `${text}\n`, `${text}\r\n`]),
    ...variants('body-lines', [text.replaceAll('\r\n', '\n'), text.replaceAll(/\r?\n/g, '\r\n')]),
    ...variants('body-rewritten', rewritten(text)),
    { code: 'body-encoding', body: Buffer.from(text, 'latin1') },
    { code: 'body-encoding', body: Buffer.from(text, 'utf16le') },
    { code: 'body-encoding', body: Buffer.from(body.toString('latin1')) },
  ]
}

/** JSON as common libraries write it: compact, indented, with spaces, with escapes, with sorted keys. */
function rewritten(text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text.startsWith(BOM) ? text.slice(1) : text)
  } catch {
    return []
  }
  const compact = JSON.stringify(value)
  const spaced = JSON.stringify(value, null, 1).replace(/\n */g, (gap) => gap.slice(0, 1))
  const inOneLine = spaced.replace(/,\n/g, ', ').replaceAll('\n', '')
  const indented = [2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent))
  const sorted = JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
  const escaped = [compact, inOneLine].flatMap((json) => [ascii(json), ascii(json.replaceAll('/', '\\/'))])
  return [compact, inOneLine, ...indented, sorted, compact.replaceAll('/', '\\/'), ...escaped]
}

function ascii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function hashed(body: Buffer): BodyVariant[] {
  const hex = (algorithm: string) => Buffer.from(createHash(algorithm).update(body).digest('hex'))
  return [
    { code: 'body-hashed', body: hex('md5') },
    { code: 'body-hashed', body: hex('sha256') },
  ]
}
