import ICAL from 'ical.js'
import type { AppContext } from '../context.ts'
import { rememberedValue } from '../db/service-store.ts'
import type { CalendarEvent } from '../events/event.ts'
import { type EventWarning, type FeedSize, warningsOf } from '../events/event-warnings.ts'
import { type FeedEvent, type SeenBy, seenByEach } from '../events/what-they-see.ts'
import { cancelledEventsOf, type Publisher } from '../publishers/publisher.ts'
import { HOLE, PUBLIC_AUDIENCE, renderFeedEvent } from './render-event.ts'
import { feedWindow } from './window.ts'

export interface EventPreview {
  /** The event as the feed says it: RFC 5545 text. */
  ics: string
  seen: FeedEvent
  programs: SeenBy[]
  warnings: EventWarning[]
  /** The public feed with this event in it, in bytes; null where there is none. */
  feed: (FeedSize & { eventBytes: number }) | null
}

/** What an application makes of an event that need not be stored. `before`: the event as it is stored, if it is. */
export async function previewEvent(
  ctx: AppContext,
  publisher: Publisher,
  event: CalendarEvent,
  more: { before?: CalendarEvent; zoneGiven: boolean; calendarDraft: boolean },
): Promise<EventPreview> {
  const { publicUrl } = ctx.config.http
  const uidHost = await rememberedValue(ctx.db, 'uid-host', () => new URL(publicUrl).hostname)
  const settings = { links: ctx.links, publicUrl, uidHost }
  const cancelledEvents = cancelledEventsOf(publisher.settings)
  const bytesOf = (one: CalendarEvent) =>
    Buffer.byteLength(renderFeedEvent(one, PUBLIC_AUDIENCE, settings, cancelledEvents).text)
  // As subscribers get it, with the link to their own portal; where that leads is nobody else's to know.
  const { text, zone } = renderFeedEvent(
    event,
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
    zoneGiven: more.zoneGiven,
    feedZone: zone,
    now: ctx.now(),
    window: feedWindow(publisher.settings, ctx.now()),
    calendar: event.private ? null : { draft: more.calendarDraft },
    calledOff: cancelledEvents,
    feed,
  })
  const gone = event.extras.cancelled && cancelledEvents.mode === 'remove'
  const programs = seenByEach(seen).map((program) =>
    gone ? { ...program, state: 'hidden' as const } : program,
  )
  return { ics, seen, programs, warnings, feed }
}

async function feedWith(
  ctx: AppContext,
  event: CalendarEvent,
  before: CalendarEvent | undefined,
  bytesOf: (event: CalendarEvent) => number,
): Promise<EventPreview['feed']> {
  const feed = await ctx.feeds.publicCalendar(event.publisherId, event.calendarId)
  if (!feed) return null
  const eventBytes = bytesOf(event)
  const { bytes, reach } = await feed.body(false)
  const already = before && !before.draft && before.calendarId === event.calendarId ? bytesOf(before) : 0
  return {
    bytes: bytes.length - already + eventBytes,
    most: ctx.config.feedBytes,
    reach: reach ?? null,
    eventBytes,
  }
}

/** The lines without their folds (RFC 5545, 3.1). */
function unfold(text: string): string {
  return text.replaceAll('\r\n ', '')
}

/** Reads what an application would read. */
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

/** A trigger as it was typed: `15M`, `2H` or `1D`. */
function offsetOf({ days, hours, minutes }: ICAL.Duration): string {
  return days ? `${days}D` : hours ? `${hours}H` : `${minutes}M`
}
