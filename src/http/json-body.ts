import { isUtf8 } from 'node:buffer'
import { invalid } from '../errors.ts'

/**
 * Reads a raw body as JSON, whatever its content type said. Refuses what is not UTF-8 (RFC 8259 8.1), what
 * is not JSON, telling where, and texts that can't be stored or sent on: half a surrogate pair, NUL.
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) throw invalid({ body: 'A JSON body is required' })
  if (!isUtf8(body)) throw invalid({ body: 'The body must be UTF-8' })
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid({ body: `The body is not valid JSON: ${whatAndWhere(error)}` })
  }
  // Only an escape can bring either in, so most bodies need no look at each text.
  if (/\\u([dD][89a-fA-F]|0000)/.test(text) && !isStorable(value)) {
    throw invalid({ body: 'The body has NUL or half a surrogate pair in a text' })
  }
  return value
}

/** The parser's message without the excerpt it quotes, which may hold what should stay out of logs. */
function whatAndWhere(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0]
  const what =
    /^Unexpected end|^Unterminated string|^Bad control character|^Bad escaped character|^Expected [^,]{1,60}/.exec(
      message,
    )?.[0]
  return [what?.replace(/ in JSON$/, '') ?? 'unexpected text', position].filter(Boolean).join(' ')
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
