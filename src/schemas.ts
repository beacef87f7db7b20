import { Type } from 'typebox'
import { LANGUAGES } from './words/index.ts'

/** Schemas that several records use. `accepts` is the end of the sentence in the error message. */

/** All characters except control characters, which a feed can't contain; tabs and line breaks are allowed. */
const PRINTABLE = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]'
/** White space, as removed by `trim`. */
const BLANK = '\\t\\n\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const VISIBLE = `[^${BLANK}\\u0000-\\u001f\\u007f]`

/** A text of `min` to `max` characters (code points). */
export function Text(min: number, max: number) {
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: `^${PRINTABLE}*$`,
    accepts: `a text of ${min > 0 ? `${min} to ${max}` : `at most ${max}`} characters, without control characters`,
  })
}

/** Like `Text`, but not blank. */
export function Name(min: number, max: number) {
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: `^[${BLANK}]*${VISIBLE}${PRINTABLE}*$`,
    accepts: `a text of ${min} to ${max} characters, not of blanks only, without control characters`,
  })
}

/** A text of at most `max` characters without white space or control characters. */
export function Word(max: number) {
  return Type.String({
    maxLength: max,
    pattern: '^[^\\s\\u0000-\\u001f\\u007f]*$',
    accepts: `a text of at most ${max} characters, without spaces`,
  })
}

export const Bit = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal('0'), Type.Literal('1')], {
  accepts: '0 or 1',
})

/** A whole number, as a number or as digits. */
export const Count = Type.Union(
  [Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), Type.String({ pattern: '^\\d{1,9}$' })],
  { accepts: 'a whole number' },
)

export const Id = Type.String({ pattern: '^[0-9a-f]{24}$', accepts: 'an id of 24 hex characters' })

/** A language of pages and mails. */
export const LanguageName = Type.Union(
  Object.keys(LANGUAGES).map((name) => Type.Literal(name)),
  { accepts: Object.keys(LANGUAGES).join(', ') },
)

/** The absolute http or https URL of a web resource, or empty. */
export const WebAddress = Type.String({
  maxLength: 2000,
  pattern: '^(https?://[^\\s\\u0000-\\u001f\\u007f]+)?$',
  accepts: 'an http or https address',
})

export const Email = Type.String({
  maxLength: 254,
  pattern:
    '^[^\\s@"<>\\u0000-\\u001f\\u007f]+@[^\\s@"<>.\\u0000-\\u001f\\u007f]+(\\.[^\\s@"<>.\\u0000-\\u001f\\u007f]+)+$',
  accepts: 'an e-mail address',
})
