import { timesWithZone } from '../../alerts/event-times.ts'
import type { CalendarEvent } from '../../events/event.ts'
import type { EventPicture } from '../../events/event-change.ts'
import { eventKey, eventPath } from '../../events/event-path.ts'
import { withOffset } from '../../time/zone.ts'
import { type Language, LANGUAGES } from '../../words/index.ts'
import type { FoundEvent, Moved } from '../widget/event-page.ts'
import type { Sharing } from './sharing.ts'

const MAX_DETAILS = 160

/** Returns what search engines and chats are told about an event's page. */
export function eventSharing(
  found: FoundEvent,
  moved: Moved | undefined,
  publicUrl: string,
  language: Language,
): Sharing {
  const { event, publisher } = found
  const url = `${publicUrl}${eventPath(event)}`
  const image = `${publicUrl}/e/${eventKey(event)}.png`
  return {
    url,
    image,
    siteName: publisher.company,
    description: descriptionOf(event, language),
    structured: structuredEvent(found, moved, { url, image }),
  }
}

/** `Cancelled · Saturday 10 April 2027, 15:00–17:00 (United Kingdom Time) · City Ground`, and the details. */
function descriptionOf(event: CalendarEvent, language: Language): string {
  const when = timesWithZone(event, language)
  const facts = [event.cancelled && LANGUAGES[language].events.cancelled, when, event.location]
  const details = event.details.replace(/\s+/g, ' ').trim()
  const cut = details.length > MAX_DETAILS ? `${details.slice(0, MAX_DETAILS).toWellFormed()}…` : details
  return [facts.filter(Boolean).join(' · '), cut].filter(Boolean).join('\n')
}

/** An event as search engines read it (schema.org/Event), with the time it was moved from. */
function structuredEvent(
  { event, calendars, publisher }: FoundEvent,
  moved: Moved | undefined,
  { url, image }: { url: string; image: string },
): object {
  const { name, details, location, cancelled } = event
  const status = cancelled ? 'EventCancelled' : moved ? 'EventRescheduled' : 'EventScheduled'
  const series = calendars.map((calendar) => ({ '@type': 'EventSeries', name: calendar.name }))
  const isOnline = /^https?:\/\//i.test(location)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    url,
    image: [image],
    ...(details && { description: details }),
    startDate: startOf(event),
    endDate: event.startTime === null ? event.endDate : withOffset(event.endAt, event.timezone),
    eventStatus: `https://schema.org/${status}`,
    ...(moved && !cancelled && { previousStartDate: startOf({ ...moved.before, startAt: moved.startAt }) }),
    ...(location && {
      eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: isOnline
        ? { '@type': 'VirtualLocation', url: location }
        : { '@type': 'Place', name: location, address: location },
    }),
    organizer: { '@type': 'Organization', name: publisher.company },
    superEvent: calendars.length === 1 ? series[0] : series,
  }
}

/** ISO 8601 with the offset at the venue; a day of an all-day event. */
function startOf({
  startDate,
  startTime,
  timezone,
  startAt,
}: Pick<EventPicture, 'startDate' | 'startTime' | 'timezone'> & { startAt: number }): string {
  return startTime === null ? startDate : withOffset(startAt, timezone)
}
