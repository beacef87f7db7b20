import ICAL from 'ical.js'
import type { AppContext } from '../context.ts'
import { ensureServiceValue } from '../db/service-store.ts'
import { type CalendarEvent, calendarsOf, isIn } from '../events/event.ts'
import { type ApplicationDisplay, displayInApplications, type FeedEvent } from '../events/event-display.ts'
import { type EventWarning, type FeedSize, warningsOf } from '../events/event-warnings.ts'
import { newLinkCode } from '../links/link-codes.ts'
import { cancelledEventsOf, type Publisher } from '../publishers/publisher.ts'
import { HOLE, PUBLIC_AUDIENCE, renderFeedEvent } from './render-event.ts'
import { feedWindow } from './window.ts'

export interface EventPreview {
  /** The event as it is in a feed: RFC 5545 text. */
  ics: string
  seen: FeedEvent
  applications: ApplicationDisplay[]
  warnings: EventWarning[]
  /**
   * The size in octets of a public feed with this event: of the first of its calendars that has one; null if none has.
   */
  feed: (FeedSize & { calendarId: string; eventBytes: number }) | null
}

/** Shows how applications display an event, stored or not. `before`: the stored event, if there is one. */
export async function previewEvent(
  ctx: AppContext,
  publisher: Publisher,
  event: CalendarEvent,
  more: { before?: CalendarEvent; hasTimeZone: boolean; calendarDraft: boolean },
): Promise<EventPreview> {
  const { publicUrl } = ctx.config.http
  const uidHost = await ensureServiceValue(ctx.db, 'uid-host', () => new URL(publicUrl).hostname)
  const settings = { links: ctx.links, publicUrl, uidHost }
  const cancelledEvents = cancelledEventsOf(publisher.settings)
  const bytesOf = (one: CalendarEvent) =>
    Buffer.byteLength(renderFeedEvent(coded(one), PUBLIC_AUDIENCE, settings, cancelledEvents).text)
  // As in a subscriber's feed, with a placeholder for the link to the subscriber's portal, which is secret.
  const { text, zone } = renderFeedEvent(
    coded(event),
    { ...PUBLIC_AUDIENCE, personal: true },
    settings,
    cancelledEvents,
  )
  const ics = unfold(text).replaceAll(new RegExp(`${String.fromCharCode(HOLE)}+`, 'g'), '…')
  const seen = readBack(ics)
  const feed = event.private || more.calendarDraft ? null : await feedWith(ctx, event, more.before, bytesOf)
  const warnings = warningsOf({
    event,
    seen,
    hasTimeZone: more.hasTimeZone,
    feedZone: zone,
    now: ctx.now(),
    window: feedWindow(publisher.settings, ctx.now()),
    calendar: event.private ? null : { draft: more.calendarDraft },
    cancelledDisplay: cancelledEvents,
    feed,
  })
  const gone = event.cancelled && cancelledEvents.mode === 'remove'
  const applications = displayInApplications(seen).map((application) =>
    gone ? { ...application, state: 'hidden' as const } : application,
  )
  return { ics, seen, applications, warnings, feed }
}

/** The event with the code that it gets when it is saved, or one as long. */
function coded(event: CalendarEvent): CalendarEvent {
  return { ...event, linkCode: event.linkCode || newLinkCode() }
}

async function feedWith(
  ctx: AppContext,
  event: CalendarEvent,
  before: CalendarEvent | undefined,
  bytesOf: (event: CalendarEvent) => number,
): Promise<EventPreview['feed']> {
  for (const calendarId of calendarsOf(event)) {
    const feed = await ctx.feeds.publicCalendar(event.publisherId, calendarId)
    if (!feed) continue
    const eventBytes = bytesOf(event)
    const { bytes, extent } = await feed.loadBody(false)
    const already = before && !before.draft && isIn(before, calendarId) ? bytesOf(before) : 0
    return {
      calendarId,
      bytes: bytes.length - already + eventBytes,
      most: ctx.config.feedBytes,
      extent: extent ?? null,
      eventBytes,
    }
  }
  return null
}

/** Unfolds the lines (RFC 5545, 3.1). */
function unfold(text: string): string {
  return text.replaceAll('\r\n ', '')
}

/** Parses the event as an application would. */
function readBack(ics: string): FeedEvent {
  const component = new ICAL.Component(ICAL.parse(ics) as unknown[])
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
  const reminders = component.getAllSubcomponents('valarm').map((alarm) => {
    const trigger = alarm.getFirstPropertyValue('trigger') as ICAL.Duration
    return offsetOf(trigger)
  })
  return {
    title: text('summary'),
    location: text('location'),
    description: text('description'),
    reminders,
    struck: text('status') === 'CANCELLED',
  }
}

/** A trigger as in the event's fields: `15M`, `2H` or `1D`. */
function offsetOf({ days, hours, minutes }: ICAL.Duration): string {
  return days ? `${days}D` : hours ? `${hours}H` : `${minutes}M`
}
