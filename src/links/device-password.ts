import { TOKEN_BYTES } from './links.ts'

/** The alphabet of base32 (RFC 4648, 6): no 0, 1 or 8, which people take for letters. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const GROUP = /.{4}(?=.)/g
const MISREAD: Record<string, string> = { 0: 'O', 1: 'I', 8: 'B' }

/** Writes a token as a password that people can type: base32 in groups of four. */
export function writePassword(token: string): string {
  let text = ''
  let [held, bits] = [0, 0]
  for (const octet of Buffer.from(token, 'base64url')) {
    held = (held << 8) | octet
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  if (bits > 0) text += LETTERS[(held << (5 - bits)) & 31]
  return text.replace(GROUP, '$&-')
}

/**
 * Returns the token in a password as somebody typed it: in any case, with or without hyphens and spaces. Undefined
 * unless `writePassword` could have written it. The token may still be forged.
 */
export function readPassword(password: string): string | undefined {
  const letters = password
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[018]/g, (digit) => MISREAD[digit]!)
  if (letters.length !== Math.ceil((TOKEN_BYTES * 8) / 5)) return undefined
  const octets: number[] = []
  let [held, bits] = [0, 0]
  for (const letter of letters) {
    const value = LETTERS.indexOf(letter)
    if (value === -1) return undefined
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    octets.push(held >> bits)
    held &= (1 << bits) - 1
  }
  return held === 0 ? Buffer.from(octets).toString('base64url') : undefined
}
