import type { CalendarEvent } from '../events/event.ts'
import { type IcsEvent, renderEvent } from '../ics/event.ts'
import { type Links, manageUrl, TOKEN_LENGTH } from '../links/links.ts'
import type { cancelledEventsOf } from '../publishers/publisher.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { labelled } from '../words/say.ts'
import { quickLinkUrl } from './quick-link-url.ts'

/**
 * A placeholder for one character of the reader's manage token. The ICS writer removes this octet from all
 * texts.
 */
export const HOLE = 0x01
const HOLE_TEXT = String.fromCharCode(HOLE)
/** At most a token's worth: two tokens may stand side by side. */
const HOLES = new RegExp(`${HOLE_TEXT}{1,${TOKEN_LENGTH}}`, 'g')
const TOKEN_HOLES = HOLE_TEXT.repeat(TOKEN_LENGTH)

/** How a feed differs for its readers: its reminders, and links to a portal. */
export interface Audience {
  /** Reminder offsets in place of the publisher's; null: the publisher's. */
  reminders: string[] | null
  /** Epoch ms: when the subscriber last chose reminders; 0: never. */
  remindersSince: number
  /** True for a subscriber's feed, whose events end with the manage link; false for a public calendar's. */
  personal: boolean
  /** The language of the words before the manage link. */
  language: Language
}

/** All readers of a public calendar's feed. */
export const PUBLIC_AUDIENCE: Audience = {
  personal: false,
  language: 'en',
  reminders: null,
  remindersSince: 0,
}

/** Settings that are the same for all feeds of the installation. */
export interface FeedSettings {
  links: Links
  publicUrl: string
  /** The host part of every UID. */
  uidHost: string
}

/** How the publisher's feeds show cancelled events. */
export type CancelledEventsShown = ReturnType<typeof cancelledEventsOf>

/** Writes the reader's manage token into the placeholders of a rendered event. */
export function fillHoles(text: string, token: string): string {
  let filled = 0
  // Folded lines divide them into runs.
  return text.replace(HOLES, (run) => {
    const from = filled % TOKEN_LENGTH
    filled += run.length
    return from + run.length <= TOKEN_LENGTH
      ? token.slice(from, from + run.length)
      : token.repeat(2).slice(from, from + run.length)
  })
}

/** Renders an event for feeds, with placeholders for the reader's manage token. */
export function renderFeedEvent(
  event: CalendarEvent,
  audience: Audience,
  settings: FeedSettings,
  cancelledEvents: CancelledEventsShown,
) {
  return renderEvent(feedEvent(event, audience, settings, cancelledEvents))
}

/** Returns what feeds show of an event, with placeholders for the reader's manage token in `footer`. */
export function feedEvent(
  event: CalendarEvent,
  audience: Audience,
  settings: FeedSettings,
  cancelledEvents: CancelledEventsShown,
): IcsEvent {
  const { publicUrl, uidHost } = settings
  const quickLinks = event.quickLinks.map((link) => ({
    ...link,
    tracked: quickLinkUrl(settings, event, link.position),
  }))
  const primary = quickLinks.find((link) => link.position === event.primaryLink) ?? quickLinks[0]
  const lines = quickLinks.map((link) => (link.name ? `${link.name}\n${link.tracked}` : link.tracked))
  return {
    uid: `${event.id}@${uidHost}`,
    sequence: event.sequence,
    created: event.created,
    // Applications may keep their copy until this rises, so other reminders or another way to show
    // cancellations count as a change of the event.
    modified: Math.max(event.modified, event.cancelled ? cancelledEvents.since : audience.remindersSince),
    when:
      event.startTime === null
        ? { allDay: true, firstDay: event.startDate, lastDay: event.endDate }
        : { allDay: false, timezone: event.timezone, start: event.startAt, end: event.endAt },
    summary:
      event.cancelled && cancelledEvents.mode === 'mark'
        ? `${cancelledEvents.mark}: ${event.name}`
        : event.name,
    location: event.location,
    description: [event.details, ...lines].filter(Boolean).join('\n'),
    ...(audience.personal && { footer: manageLine(manageUrl(publicUrl, TOKEN_HOLES), audience.language) }),
    ...(primary && { url: primary.tracked }),
    alarms: event.cancelled ? [] : distinctOffsets(audience.reminders ?? [event.alert, event.alert2]),
    cancelled: event.cancelled && cancelledEvents.mode === 'strike',
  }
}

/** The manage link with the words before it. */
export function manageLine(url: string, language: Language): string {
  return labelled(LANGUAGES[language].feed.manage, url, language)
}

/** Removes repeated offsets, also of different spellings: `60M` is `1H`. */
function distinctOffsets(offsets: string[]): string[] {
  return [...new Map(offsets.filter(Boolean).map((offset) => [minutesOf(offset), offset])).values()]
}

const MINUTES = { M: 1, H: 60, D: 1440 }

function minutesOf(offset: string): number {
  return Number(offset.slice(0, -1)) * MINUTES[offset.slice(-1) as keyof typeof MINUTES]
}
