import { isUtf8 } from 'node:buffer'
import { invalid } from '../errors.ts'
import { isNestedDeeper } from './json-depth.ts'
import { findJsonFault } from './json-fault.ts'

/** Levels of objects and lists in a body. No operation needs ten. */
const DEEPEST = 64

/**
 * Reads a raw body as JSON, whatever its content type said. Refuses what is not UTF-8 (RFC 8259 8.1), what
 * is not JSON, telling where, is nested too deep for what checks, stores and shows it, and texts that can't be stored
 * or sent on: half a surrogate pair, NUL.
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) throw invalid({ body: 'A JSON body is required' })
  if (!isUtf8(body)) throw invalid({ body: 'The body must be UTF-8' })
  if (isNestedDeeper(body, DEEPEST))
    throw invalid({ body: `The body is nested more than ${DEEPEST} levels deep` })
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid({ body: `The body is not valid JSON: ${whatAndWhere(error, text)}` })
  }
  // Only an escape can bring either in, so most bodies need no look at each text.
  if (/\\u([dD][89a-fA-F]|0000)/.test(text) && !isStorable(value)) {
    throw invalid({ body: 'The body has NUL or half a surrogate pair in a text' })
  }
  return value
}

/** What the parser found, without the excerpt it quotes, which may hold what should stay out of logs, and where. */
function whatAndWhere(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : ''
  const what =
    /^Unexpected end|^Unterminated string|^Bad control character|^Bad escaped character|^Expected [^,]{1,60}/
      .exec(message)?.[0]
      .replace(/ in JSON.*$/, '')
  // Of most faults the parser tells no place.
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? findJsonFault(text))
  const lines = text.slice(0, position).split(/\r\n|\n|\r/)
  const place = `position ${position} (line ${lines.length} column ${lines.at(-1)!.length + 1})`
  return `${what ?? 'unexpected text'} at ${place}`
}

function isStorable(root: unknown): boolean {
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) return false
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) open.push(key, item)
    }
  }
  return true
}
