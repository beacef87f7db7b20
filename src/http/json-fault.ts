const BLANK = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The tokens allowed next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'end'

/** Returns the position of the first fault in a text that is not JSON; for a broken string, its start. */
export function findJsonFault(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const matches = pattern.test(text)
    if (matches) at = pattern.lastIndex
    return matches
  }
  const afterValue = (): Expected => (open.length > 0 ? 'comma' : 'end')
  for (;;) {
    skip(BLANK)
    const next = text[at]
    if (next === undefined) return at
    const opens = (expected === 'value' || expected === 'value or ]') && (next === '{' || next === '[')
    const closes =
      open.at(-1) === '['
        ? next === ']' && /\]|comma/.test(expected)
        : next === '}' && /\}|comma/.test(expected)
    if (opens) {
      open.push(next)
      expected = next === '{' ? 'key or }' : 'value or ]'
      at++
    } else if (closes) {
      open.pop()
      expected = afterValue()
      at++
    } else if (expected === 'comma' && next === ',') {
      expected = open.at(-1) === '{' ? 'key' : 'value'
      at++
    } else if (expected === 'colon' && next === ':') {
      expected = 'value'
      at++
    } else if (expected.startsWith('key') && skip(STRING)) expected = 'colon'
    else if (expected.startsWith('value') && (skip(STRING) || skip(SCALAR))) expected = afterValue()
    else return at
  }
}
