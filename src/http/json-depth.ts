const QUOTE = 0x22
const BACKSLASH = 0x5c
const [LIST, LIST_END] = [0x5b, 0x5d]
const [OBJECT, OBJECT_END] = [0x7b, 0x7d]

/**
 * True when objects and lists of a JSON text are nested more than `most` deep. It reads the octets and does not
 * recurse, so that it can judge a text before anything that recurses gets it. In UTF-8 none of these octets is part
 * of another character. For a text that is no JSON the result means nothing.
 */
export function isNestedDeeper(text: Buffer, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const octet = text[at]
    if (octet === QUOTE) at = endOfString(text, at)
    else if (octet === LIST || octet === OBJECT) {
      if (++depth > most) return true
    } else if (octet === LIST_END || octet === OBJECT_END) depth--
  }
  return false
}

/** The end of the string that begins at `start`, or the end of the text. */
function endOfString(text: Buffer, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === BACKSLASH) at++
    else if (text[at] === QUOTE) return at
  }
  return text.length
}
