import type { CalendarEvent } from '../events/event.ts'
import { renderEvent } from '../ics/event.ts'
import type { cancelledEventsOf } from '../publishers/publisher.ts'
import { type Links, TOKEN_LENGTH } from './links.ts'

/** Stands for one character of the reader's manage token; the writer lets no other such octet through. */
export const HOLE = 0x01
const TOKEN_HOLES = String.fromCharCode(HOLE).repeat(TOKEN_LENGTH)

/** Whose reminders a feed has, and whether it leads to a portal. */
export interface Audience {
  /** Reminder offsets in place of the publisher's; null: the publisher's. */
  reminders: string[] | null
  /** Epoch ms: when the subscriber last chose reminders; 0: never. */
  remindersSince: number
  /** A subscriber's feed, whose events end with the manage link; else a public calendar's. */
  personal: boolean
}

/** Anybody who reads the feed of a public calendar. */
export const PUBLIC_AUDIENCE: Audience = { personal: false, reminders: null, remindersSince: 0 }

/** What all feeds of this installation have in common. */
export interface FeedSettings {
  links: Links
  publicUrl: string
  /** Right of the `@` in every UID. */
  uidHost: string
}

/** How the publisher's feeds show cancelled events. */
export type CancelledEventsShown = ReturnType<typeof cancelledEventsOf>

/** One event as feeds show it, with holes where the reader's own manage token goes. */
export function renderFeedEvent(
  event: CalendarEvent,
  audience: Audience,
  settings: FeedSettings,
  cancelledEvents: CancelledEventsShown,
) {
  const { links, publicUrl, uidHost } = settings
  const quickLinks = (event.extras.quickLinks ?? []).map((link) => {
    const target = { publisherId: event.publisherId, id: event.id, number: link.position }
    return { ...link, tracked: `${publicUrl}/l/${links.token('quick-link', target)}` }
  })
  const primary = quickLinks.find((link) => link.position === event.extras.primaryLink) ?? quickLinks[0]
  const lines = quickLinks.map((link) => (link.name ? `${link.name}\n${link.tracked}` : link.tracked))
  const cancelled = event.extras.cancelled === true
  return renderEvent({
    uid: `${event.id}@${uidHost}`,
    sequence: event.sequence,
    created: event.created,
    // Applications may keep their copy while this does not rise, so other reminders or another way to show a
    // cancellation count as a change of the event.
    modified: Math.max(event.modified, cancelled ? cancelledEvents.since : audience.remindersSince),
    when:
      event.startTime === null
        ? { allDay: true, firstDay: event.startDate, lastDay: event.endDate }
        : { allDay: false, timezone: event.timezone, start: event.startAt, end: event.endAt },
    summary:
      cancelled && cancelledEvents.mode === 'mark' ? `${cancelledEvents.mark}: ${event.name}` : event.name,
    location: event.location,
    description: [event.details, ...lines].filter(Boolean).join('\n'),
    ...(audience.personal && { footer: manageUrl(publicUrl, TOKEN_HOLES) }),
    ...(primary && { url: primary.tracked }),
    alarms: cancelled ? [] : distinctOffsets(audience.reminders ?? [event.alert, event.alert2]),
    cancelled: cancelled && cancelledEvents.mode === 'strike',
  })
}

/** Each offset once, however it is written: `60M` is `1H`. */
function distinctOffsets(offsets: string[]): string[] {
  return [...new Map(offsets.filter(Boolean).map((offset) => [minutesOf(offset), offset])).values()]
}

const MINUTES = { M: 1, H: 60, D: 1440 }

function minutesOf(offset: string): number {
  return Number(offset.slice(0, -1)) * MINUTES[offset.slice(-1) as keyof typeof MINUTES]
}

/** The address of a subscriber's portal. */
export function manageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/manage/${token}`
}
