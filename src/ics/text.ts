const CRLF = '\r\n'

/** Maximum octets of a content line without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75

/** A UTF-16 code unit takes at most this many octets in UTF-8. */
const MAX_UNIT_OCTETS = 3

const NEEDS_ESCAPE = /[\\;,\u2028\u2029]|(?!\t)\p{Cc}/u
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
const CONTROL = /(?!\t)\p{Cc}/gu

const UNTITLED = 'Untitled'
const HAS_TITLE = /[^\s\p{Cc}]/u

/**
 * Escapes a TEXT value (RFC 5545, 3.3.11). Every kind of line break becomes `\n`. Drops other control
 * characters except TAB, which a calendar must not contain. Replaces half a surrogate pair by U+FFFD.
 */
export function escapeText(text: string): string {
  const wellFormed = text.toWellFormed()
  if (!NEEDS_ESCAPE.test(wellFormed)) return wellFormed
  return wellFormed
    .replace(/[\\;,]/g, '\\$&')
    .replace(LINE_BREAK, '\\n')
    .replace(CONTROL, '')
}

/** Escapes a title. Some applications show a blank title as nothing, or refuse it. */
export function escapeTitle(text: string): string {
  return HAS_TITLE.test(text) ? escapeText(text) : UNTITLED
}

/** Returns a text without the control characters that `escapeText` drops, with line breaks as `\n`. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_BREAK, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
}

/** Like `plainText`, for a title: in one line, and never blank. */
export function plainTitle(text: string): string {
  return HAS_TITLE.test(text) ? plainText(text).replaceAll('\n', ' ') : UNTITLED
}

/**
 * Returns a content line with its line break, folded between characters if it is too long (RFC 5545, 3.1).
 */
export function foldLine(line: string): string {
  if (line.length * MAX_UNIT_OCTETS <= LINE_OCTETS) return line + CRLF
  const octets = Buffer.byteLength(line)
  if (octets <= LINE_OCTETS) return line + CRLF
  return octets === line.length ? foldAscii(line) : foldUtf8(Buffer.from(line))
}

function foldAscii(line: string): string {
  let folded = line.slice(0, LINE_OCTETS) + CRLF
  for (let start = LINE_OCTETS; start < line.length; start += LINE_OCTETS - 1) {
    folded += ' ' + line.slice(start, start + LINE_OCTETS - 1) + CRLF
  }
  return folded
}

function foldUtf8(line: Buffer): string {
  let folded = ''
  for (let start = 0; start < line.length;) {
    let end = Math.min(start + LINE_OCTETS - (start === 0 ? 0 : 1), line.length)
    while (isContinuation(line[end])) end--
    folded += (start === 0 ? '' : ' ') + line.toString('utf8', start, end) + CRLF
    start = end
  }
  return folded
}

/** True for an octet inside a UTF-8 character, after its first octet. */
function isContinuation(octet: number | undefined): boolean {
  return octet !== undefined && (octet & 0xc0) === 0x80
}
