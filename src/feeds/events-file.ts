import type { CalendarEvent } from '../events/event.ts'
import { CALENDAR_END, CALENDAR_START } from '../ics/calendar.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import {
  type CancelledEventsShown,
  type FeedSettings,
  PUBLIC_AUDIENCE,
  renderFeedEvent,
} from './render-event.ts'

/**
 * Writes a file of public events (RFC 5545), each with the UID that it has in feeds. A time zone stands before the
 * first event that needs it, so that the file can be sent page by page. Feeds without cancelled events leave these
 * out; here they have their status.
 */
export async function* eventsFile(
  pages: AsyncIterable<CalendarEvent[]>,
  settings: FeedSettings,
  cancelledEvents: CancelledEventsShown,
): AsyncGenerator<string> {
  const { mode } = cancelledEvents
  const shown: CancelledEventsShown = { ...cancelledEvents, mode: mode === 'remove' ? 'strike' : mode }
  const zones = new Set<string>()
  yield CALENDAR_START
  for await (const events of pages) {
    const parts = events.map((event) => {
      const { text, zone } = renderFeedEvent(event, PUBLIC_AUDIENCE, settings, shown)
      if (!zone || zones.has(zone)) return text
      zones.add(zone)
      return vtimezone(zone) + text
    })
    if (parts.length > 0) yield parts.join('')
  }
  yield CALENDAR_END
}
