import { isUtf8 } from 'node:buffer'
import { invalid } from '../errors.ts'
import { findJsonFault } from './json-fault.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [LIST, LIST_END] = [0x5b, 0x5d]
const [OBJECT, OBJECT_END] = [0x7b, 0x7d]

/** Maximum nesting of a body. No operation needs more than ten levels. */
const DEEPEST = 64

/**
 * Parses a raw body as JSON, whatever its content type. Throws `invalid` if it is not UTF-8 (RFC 8259, 8.1),
 * not JSON (with the position), nested too deep for later recursive code, or contains a text that can't be
 * stored: NUL or a lone surrogate.
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
    throw invalid({ body: `The body is not valid JSON: ${describeFault(error, text)}` })
  }
  // Both can only come from escapes, so most bodies need no check of every text.
  if (/\\u([dD][89a-fA-F]|0000)/.test(text) && !isStorable(value)) {
    throw invalid({ body: 'The body has NUL or half a surrogate pair in a text' })
  }
  return value
}

/**
 * Returns the parser's message and the position, without the excerpt of the body, which must not get into
 * logs.
 */
function describeFault(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : ''
  const what =
    /^Unexpected end|^Unterminated string|^Bad control character|^Bad escaped character|^Expected [^,]{1,60}/
      .exec(message)?.[0]
      .replace(/ in JSON.*$/, '')
  // The parser gives no position for most faults.
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

/**
 * Returns whether the nesting of objects and lists exceeds `most`. Scans the bytes without recursion, so that
 * it can check a text before any recursive code gets it. In UTF-8 none of these bytes is part of another
 * character. The result is meaningless if the text is not JSON.
 */
function isNestedDeeper(text: Buffer, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (byte === QUOTE) at = endOfString(text, at)
    else if (byte === LIST || byte === OBJECT) {
      if (++depth > most) return true
    } else if (byte === LIST_END || byte === OBJECT_END) depth--
  }
  return false
}

/** Returns the index of the closing quote, or the length of the text. */
function endOfString(text: Buffer, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === BACKSLASH) at++
    else if (text[at] === QUOTE) return at
  }
  return text.length
}
