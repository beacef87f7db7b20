import type { CalendarEvent } from '../events/event.ts'
import { CALENDAR_END, CALENDAR_START } from '../ics/calendar.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import {
  type CancelledEventsShown,
  type FeedSettings,
  PUBLIC_AUDIENCE,
  renderFeedEvent,
} from './render-event.ts'

/** Writes a file with one public event (RFC 5545), with the UID that it has in feeds. */
export function singleEvent(
  event: CalendarEvent,
  settings: FeedSettings,
  cancelledEvents: CancelledEventsShown,
): string {
  const { text, zone } = renderFeedEvent(event, PUBLIC_AUDIENCE, settings, cancelledEvents)
  return CALENDAR_START + (zone ? vtimezone(zone) : '') + text + CALENDAR_END
}
