import { plainText, plainTitle } from '../../ics/text.ts'
import { isId } from '../../ids.ts'
import { dayAfter, descriptionOf, minutesBefore, titleOf } from '../event-text.ts'
import type { PushedEvent } from '../provider.ts'

/** Google takes at most five reminders of an event, each at most four weeks before it. */
const MOST_REMINDERS = 5
const EARLIEST_MINUTES = 40_320
/** The name of our stamp among the private properties of an event. */
const STAMP = 'fasti'

/** Returns an event as Google's Calendar API takes it, without its id. Google deletes one whose status is `cancelled`. */
export function toResource(event: PushedEvent): object {
  return {
    status: 'confirmed',
    summary: titleOf(event),
    location: plainText(event.location),
    description: escaped(descriptionOf(event)),
    ...timesOf(event),
    sequence: event.sequence,
    transparency: 'transparent',
    reminders: { useDefault: false, overrides: remindersOf(event) },
    ...(event.url &&
      URL.canParse(event.url) && { source: { url: event.url, title: plainTitle(event.summary) } }),
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

/** Google shows descriptions as HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Ends are exclusive. */
function timesOf({ when }: PushedEvent): object {
  if (!when.allDay) {
    const at = (time: number) => ({ dateTime: new Date(time).toISOString(), timeZone: when.timezone })
    return { start: at(when.start), end: at(when.end) }
  }
  return { start: { date: when.firstDay }, end: { date: dayAfter(when.lastDay) } }
}

function remindersOf({ alarms }: PushedEvent): object[] {
  return alarms
    .map(minutesBefore)
    .filter((minutes) => minutes <= EARLIEST_MINUTES)
    .slice(0, MOST_REMINDERS)
    .map((minutes) => ({ method: 'popup', minutes }))
}
