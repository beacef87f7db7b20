import { plainText, plainTitle } from '../ics/text.ts'
import type { PushedEvent } from './provider.ts'

const DAY_MS = 86_400_000
const MINUTES = { M: 1, H: 60, D: 1440 }
/** U+0336 after each character strikes it through. No provider shows an event as cancelled. */
const STRIKE = '\u0336'

/** Returns the title of an event, in one line. That of a cancelled one is struck through. */
export function titleOf({ summary, cancelled }: PushedEvent): string {
  const title = plainTitle(summary)
  return cancelled ? struck(title) : title
}

/** Returns a title that is struck through, character by character. */
export function struck(title: string): string {
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(title)]
  return characters.map(({ segment }) => segment + STRIKE).join('')
}

/** Returns the description of an event with its last line. */
export function descriptionOf({ description, footer }: PushedEvent): string {
  return plainText([description, footer].filter(Boolean).join('\n'))
}

/** Returns the minutes of a reminder: of `15M`, `2H` or `1D`. */
export function minutesBefore(alarm: string): number {
  return Number(alarm.slice(0, -1)) * MINUTES[alarm.slice(-1) as keyof typeof MINUTES]
}

/** Returns the day after one: `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
