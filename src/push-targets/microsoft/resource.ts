import { escapeHtml } from '../../html.ts'
import { plainText } from '../../ics/text.ts'
import { localToUtc, utcToLocal } from '../../time/zone.ts'
import { dayAfter, descriptionOf, minutesBefore, titleOf } from '../event-text.ts'
import type { PushedEvent } from '../provider.ts'

/** Outlook takes no longer titles and places. */
const LONGEST = 255
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/
const UTC = 'UTC'

/** True for a time zone that Outlook knows. */
export type KnowsZone = (zone: string) => boolean

/** Returns an event as Graph takes it, without its transaction id. */
export function toEvent(event: PushedEvent, knowsZone: KnowsZone): object {
  const minutes = reminderOf(event)
  return {
    subject: short(titleOf(event)),
    body: { contentType: 'html', content: toHtml(descriptionOf(event)) },
    location: { displayName: short(plainText(event.location).replaceAll('\n', ' ')) },
    ...timesOf(event, knowsZone),
    isAllDay: event.when.allDay,
    showAs: 'free',
    isReminderOn: minutes !== undefined,
    reminderMinutesBeforeStart: minutes ?? 0,
  }
}

/** Outlook has one reminder of an event. The last one is the one that nobody should miss. */
function reminderOf({ alarms }: PushedEvent): number | undefined {
  return alarms.length > 0 ? Math.min(...alarms.map(minutesBefore)) : undefined
}

/** Ends are exclusive. Days go from midnight to midnight. */
function timesOf({ when }: PushedEvent, knowsZone: KnowsZone): object {
  if (when.allDay) {
    const midnight = (day: string) => ({ dateTime: `${day}T00:00:00`, timeZone: UTC })
    return { start: midnight(when.firstDay), end: midnight(dayAfter(when.lastDay)) }
  }
  const { timezone } = when
  const at = (time: number) => {
    const local = utcToLocal(timezone, time)
    // The second of two equal hours, when clocks go back, can't be told by a local time.
    const inZone = knowsZone(timezone) && localToUtc(timezone, local) === time
    const dateTime = new Date(inZone ? local : time).toISOString().slice(0, 19)
    return { dateTime, timeZone: inZone ? timezone : UTC }
  }
  return { start: at(when.start), end: at(when.end) }
}

function toHtml(text: string): string {
  const parts = text.split(ADDRESS).map((part, i) => {
    const safe = escapeHtml(part)
    return i % 2 === 1 ? `<a href="${safe}">${safe}</a>` : safe.replaceAll('\n', '<br>')
  })
  return parts.join('')
}

/** Cuts between characters. */
function short(text: string): string {
  if (text.length <= LONGEST) return text
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)]
  const end = characters.findLast(({ index, segment }) => index + segment.length < LONGEST)
  return `${text.slice(0, end ? end.index + end.segment.length : 0)}…`
}
