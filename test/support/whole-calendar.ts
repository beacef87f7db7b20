import { CALENDAR_END, calendarHead } from '../../src/ics/calendar.ts'
import { type IcsEvent, renderEvent } from '../../src/ics/event.ts'
import { vtimezone } from '../../src/ics/vtimezone.ts'

/** A complete calendar of these events, as a feed puts one together. */
export function wholeCalendar(name: string, events: IcsEvent[]): string {
  const rendered = events.map(renderEvent)
  const zones = new Set(rendered.flatMap(({ zone }) => zone ?? []))
  return [
    calendarHead({ name, timezone: 'Europe/London' }),
    ...[...zones].map(vtimezone),
    ...rendered.map(({ text }) => text),
    CALENDAR_END,
  ].join('')
}
