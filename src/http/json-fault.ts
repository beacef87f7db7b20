const BLANK = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The kinds of token that may come next. */
type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'end'

/** The place in a text that is not JSON where it stops being it; of a string that is broken, where it begins. */
export function findJsonFault(text: string): number {
  const open: ('{' | '[')[] = []
  let wanted: Wanted = 'value'
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const afterValue = (): Wanted => (open.length > 0 ? 'comma' : 'end')
  for (;;) {
    skip(BLANK)
    const next = text[at]
    if (next === undefined) return at
    const opens = (wanted === 'value' || wanted === 'value or ]') && (next === '{' || next === '[')
    const closes =
      open.at(-1) === '[' ? next === ']' && /\]|comma/.test(wanted) : next === '}' && /\}|comma/.test(wanted)
    if (opens) {
      open.push(next)
      wanted = next === '{' ? 'key or }' : 'value or ]'
      at++
    } else if (closes) {
      open.pop()
      wanted = afterValue()
      at++
    } else if (wanted === 'comma' && next === ',') {
      wanted = open.at(-1) === '{' ? 'key' : 'value'
      at++
    } else if (wanted === 'colon' && next === ':') {
      wanted = 'value'
      at++
    } else if (wanted.startsWith('key') && skip(STRING)) wanted = 'colon'
    else if (wanted.startsWith('value') && (skip(STRING) || skip(SCALAR))) wanted = afterValue()
    else return at
  }
}
