import { lettersOf } from '../events/event-display.ts'
import { escapeHtml } from '../html.ts'
import { withoutControls } from '../mail/mail.ts'
import { directionOf, type Language } from '../words/index.ts'

const FSI = '\u2068'
const PDI = '\u2069'
/** Characters that change the direction of what follows them. */
const DIRECTING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** 200 characters have at most 800 octets, so a line of a mail with a label stays below 998 (RFC 5322, 2.1.1). */
const MAX_LINE = 200

/**
 * A name, place or time in one line of at most 200 characters, marked so that its direction does not mix with
 * that of the text around it.
 */
export function isolate(text: string): string {
  return `${FSI}${shorten(withoutControls(text.replace(DIRECTING, '')), MAX_LINE)}${PDI}`
}

/** A text of at most so many characters (code points), cut between letters. */
export function shorten(text: string, max: number): string {
  if ([...text].length <= max) return text
  let room = max - 1
  const kept = lettersOf(text).filter((letter) => (room -= [...letter].length) >= 0)
  return `${kept.join('').trimEnd()}…`
}

/**
 * A text with isolated parts as plain text. Without anything that is written from the right it has no marks,
 * because some old programs show them as boxes.
 */
export function plainText(text: string, language: Language): string {
  const needsMarks = directionOf(language) === 'rtl' || RIGHT_TO_LEFT.test(text)
  return needsMarks ? text : text.replaceAll(FSI, '').replaceAll(PDI, '')
}

/** A text with isolated parts as HTML. */
export function htmlText(text: string): string {
  return escapeHtml(text).replaceAll(FSI, '<bdi>').replaceAll(PDI, '</bdi>')
}
