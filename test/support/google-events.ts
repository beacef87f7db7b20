import ICAL from 'ical.js'
import type { FakeGoogle } from './google/start.ts'
import type { Json } from './test-publisher.ts'

/** An event as a feed or Google shows it. Times are epoch ms; days are `YYYY-MM-DD`, the end exclusive. */
export interface SeenEvent {
  id: string
  title: string
  location: string
  description: string
  start: number | string
  end: number | string
  reminders: number[]
}

/** The events of a feed, read by ical.js, without the notices that the service puts there. */
export function eventsOfFeed(text: string): SeenEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar
    .getAllSubcomponents('vevent')
    .map((component) => ({ component, event: new ICAL.Event(component) }))
    .filter(({ event }) => /^[0-9a-f]{24}@/.test(event.uid))
    .map(({ component, event }) => {
      const at = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toJSDate().getTime())
      const [start, end] = [at(event.startDate), at(event.endDate)]
      const struck = component.getFirstPropertyValue('status') === 'CANCELLED'
      return {
        id: event.uid.slice(0, 24),
        title: struck ? `struck ${event.summary}` : event.summary,
        location: event.location ?? '',
        description: event.description ?? '',
        ...{ start, end },
        reminders: component
          .getAllSubcomponents('valarm')
          .map((alarm) => -(alarm.getFirstPropertyValue('trigger') as ICAL.Duration).toSeconds() / 60)
          .sort((a, b) => a - b),
      }
    })
    .sort(byId)
}

/** The events of a calendar at Google, as it shows them. */
export function eventsAtGoogle(google: FakeGoogle, calendarId: string): SeenEvent[] {
  return google
    .eventsOf(calendarId)
    .map((event: Json) => {
      const at = (time: Json): number | string => time.date ?? Date.parse(time.dateTime)
      const struck = String(event.summary).includes('\u0336')
      return {
        id: event.id,
        title: struck ? `struck ${event.summary.replaceAll('\u0336', '')}` : event.summary,
        location: event.location ?? '',
        description: shownText(event.description ?? ''),
        ...{ start: at(event.start), end: at(event.end) },
        reminders: (event.reminders?.overrides ?? [])
          .map(({ minutes }: Json) => minutes as number)
          .sort((a: number, b: number) => a - b),
      }
    })
    .sort(byId)
}

function shownText(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
