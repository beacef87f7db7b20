import { plainText, plainTitle } from '../../ics/text.ts'
import { isId } from '../../ids.ts'
import type { PushedEvent } from '../provider.ts'

/** Google takes at most five reminders of an event, each at most four weeks before it. */
const MOST_REMINDERS = 5
const EARLIEST_MINUTES = 40_320
const DAY_MS = 86_400_000
const MINUTES = { M: 1, H: 60, D: 1440 }
/** The name of our stamp among the private properties of an event. */
const STAMP = 'fasti'
/** U+0336 after each character strikes it through. Google deletes an event whose status is `cancelled`. */
const STRIKE = '\u0336'

/** Returns an event as Google's Calendar API takes it, without its id. */
export function toResource(event: PushedEvent): object {
  const title = plainTitle(event.summary)
  return {
    status: 'confirmed',
    summary: event.cancelled ? struck(title) : title,
    location: plainText(event.location),
    description: escaped(plainText(description(event))),
    ...timesOf(event),
    sequence: event.sequence,
    transparency: 'transparent',
    reminders: { useDefault: false, overrides: remindersOf(event) },
    ...(event.url && URL.canParse(event.url) && { source: { url: event.url, title } }),
    extendedProperties: { private: { [STAMP]: event.stamp } },
  }
}

/** True for the id of an event that we wrote. */
export function isOurs(id: string): boolean {
  return isId(id)
}

/** Returns the stamp of an event that we wrote; empty: somebody removed it. */
export function stampIn(item: { extendedProperties?: { private?: Record<string, string> } }): string {
  return item.extendedProperties?.private?.[STAMP] ?? ''
}

/** Returns a title that is struck through, character by character. */
export function struck(title: string): string {
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(title)]
  return characters.map(({ segment }) => segment + STRIKE).join('')
}

/** Google shows descriptions as HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function description({ description: text, footer }: PushedEvent): string {
  return [text, footer].filter(Boolean).join('\n')
}

/** Ends are exclusive. */
function timesOf({ when }: PushedEvent): object {
  if (!when.allDay) {
    const at = (time: number) => ({ dateTime: new Date(time).toISOString(), timeZone: when.timezone })
    return { start: at(when.start), end: at(when.end) }
  }
  const dayAfter = new Date(Date.parse(when.lastDay) + DAY_MS).toISOString().slice(0, 10)
  return { start: { date: when.firstDay }, end: { date: dayAfter } }
}

function remindersOf({ alarms }: PushedEvent): object[] {
  return alarms
    .map((alarm) => Number(alarm.slice(0, -1)) * MINUTES[alarm.slice(-1) as keyof typeof MINUTES])
    .filter((minutes) => minutes <= EARLIEST_MINUTES)
    .slice(0, MOST_REMINDERS)
    .map((minutes) => ({ method: 'popup', minutes }))
}
