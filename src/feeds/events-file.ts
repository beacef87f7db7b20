import type { CalendarEvent } from '../events/event.ts'
import type { EventRow } from '../events/event-row.ts'
import { CALENDAR_END, CALENDAR_START } from '../ics/calendar.ts'
import { zoneOf } from '../ics/event.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import {
  type CancelledEventsShown,
  type FeedSettings,
  PUBLIC_AUDIENCE,
  renderFeedEvent,
} from './render-event.ts'

interface EventPages {
  /** All events once, for their time zones: these stand before the events. */
  rows: AsyncIterable<EventRow[]>
  events: AsyncIterable<CalendarEvent[]>
}

/**
 * Writes a file of public events (RFC 5545), page by page, each with the UID that it has in feeds. Feeds without
 * cancelled events leave these out; here they have their status.
 */
export async function* eventsFile(
  { rows, events }: EventPages,
  settings: FeedSettings,
  cancelledEvents: CancelledEventsShown,
): AsyncGenerator<string> {
  const { mode } = cancelledEvents
  const shown: CancelledEventsShown = { ...cancelledEvents, mode: mode === 'remove' ? 'strike' : mode }
  const zones = new Set<string>()
  for await (const page of rows)
    for (const { startTime, timezone, startAt: start, endAt: end } of page) {
      const zone = startTime === null ? undefined : zoneOf({ allDay: false, timezone, start, end })
      if (zone) zones.add(zone)
    }
  yield CALENDAR_START + [...zones].sort().map(vtimezone).join('')
  for await (const page of events) {
    const parts = page.map((event) => {
      const { text, zone } = renderFeedEvent(event, PUBLIC_AUDIENCE, settings, shown)
      if (!zone || zones.has(zone)) return text
      // The event came, or its zone, after the others were counted.
      zones.add(zone)
      return vtimezone(zone) + text
    })
    if (parts.length > 0) yield parts.join('')
  }
  yield CALENDAR_END
}
