import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { findNearestEvents, readLiveEvents } from '../events/nearest-events.ts'
import { pause } from '../pause.ts'
import { cancelledEventsOf, type Publisher } from '../publishers/publisher.ts'
import type { History } from '../revisions/history.ts'
import { type Audience, type FeedSettings, renderFeedEvent } from './render-event.ts'
import type { Window } from './window.ts'

/** A rendered event, with the properties that decide if a feed shows it. */
export interface RenderedEvent {
  id: string
  /** Epoch ms. */
  startAt: number
  ended: boolean
  /** Milliseconds from today (00:00 UTC) to the start; 0 during the event. */
  distance: number
  /** The VEVENT, with placeholders for the reader's manage token. */
  text: string
  /** Octets of `text`. */
  bytes: number
  /** The TZID in `text`. */
  zone: string | undefined
}

/** Rendered events of one calendar: those that have not ended, nearest first, then the past, newest first. */
export interface RenderedCalendar {
  events: RenderedEvent[]
  /** False: the calendar has more events, all of them farther away than these. */
  complete: boolean
}

/** How a group of readers sees the calendars of a publisher. */
export interface View {
  publisher: Publisher
  audience: Audience
  window: Window
  /** Equal for all views that show the same. */
  key: string
}

/** A calendar at one version. */
export interface CalendarVersion {
  calendarId: string
  version: string
}

/** Rendered calendars, cached by version, so that no entry has to be invalidated. */
export interface RenderedCalendars {
  /** Returns the nearest events of a calendar, about `bytes` octets of them. */
  get(view: View, calendar: CalendarVersion, bytes: number): Promise<RenderedCalendar>
  cacheSize(): { bytes: number; entries: number }
}

/** Estimated memory of an event in addition to its text. */
const ENTRY_BYTES = 200
/** Events rendered between two pauses for other requests: a few milliseconds. */
const EVENTS_AT_ONCE = 100

export function viewOf(publisher: Publisher, audience: Audience, window: Window): View {
  const { mode, mark, since } = cancelledEventsOf(publisher.settings)
  const reminders = audience.reminders?.join() ?? 'as published'
  const key = [
    ...[audience.personal, audience.language, reminders, audience.remindersSince, mode, mark, since],
    ...[window.today, window.from, window.to],
  ].join(':')
  return { publisher, audience, window, key }
}

export function createRenderedCalendars(
  database: Database,
  history: History,
  settings: () => Promise<FeedSettings>,
  maxBytes: number,
): RenderedCalendars {
  const cache = new LRUCache<string, RenderedCalendar>({ maxSize: maxBytes })
  /** Calendars that are being rendered: after a change many readers request the same one at once. */
  const pending = new Map<string, Promise<RenderedCalendar>>()

  async function render(view: View, calendarId: string, bytes: number): Promise<RenderedCalendar> {
    // The events may be newer than the version in the cache's key, but never older. The history in the key keeps those
    // of a change that is gone from being shown again.
    const { publisher, window } = view
    const span = { today: window.today, from: window.from, to: window.to }
    const { ids, complete } = await findNearestEvents(database, publisher.id, calendarId, span, bytes)
    const common = await settings()
    const rendered: RenderedEvent[] = []
    for (let from = 0; from < ids.length; from += EVENTS_AT_ONCE) {
      if (from > 0) await pause()
      const some = ids.slice(from, from + EVENTS_AT_ONCE)
      for (const event of await readLiveEvents(database, publisher.id, calendarId, some))
        rendered.push(...renderOne(event, view, common))
    }
    return { events: rendered, complete }
  }

  return {
    get(view, { calendarId, version }, bytes) {
      const key = `${history.beganAt}:${calendarId}:${version}:${view.key}:${bytes}`
      const cached = cache.get(key)
      if (cached) return Promise.resolve(cached)
      const rendering = pending.get(key)
      if (rendering) return rendering
      const made = render(view, calendarId, bytes)
        .then((calendar) => {
          cache.set(key, calendar, { size: sizeOf(calendar) })
          return calendar
        })
        .finally(() => pending.delete(key))
      pending.set(key, made)
      return made
    },
    cacheSize: () => ({ bytes: cache.calculatedSize, entries: cache.size }),
  }
}

/** Returns no event if it is cancelled and the publisher removes cancelled events. */
function renderOne(
  event: CalendarEvent,
  { publisher, audience, window: { today } }: View,
  settings: FeedSettings,
): RenderedEvent[] {
  const cancelledEvents = cancelledEventsOf(publisher.settings)
  if (event.cancelled && cancelledEvents.mode === 'remove') return []
  const { text, zone } = renderFeedEvent(event, audience, settings, cancelledEvents)
  const { id, startAt, endAt } = event
  const ended = endAt < today
  const distance = ended ? today - startAt : Math.max(0, startAt - today)
  return [{ id, startAt, ended, distance, text, bytes: Buffer.byteLength(text), zone }]
}

/** Estimates the memory of a calendar. V8 stores a text with any character beyond Latin-1 at two bytes each. */
function sizeOf({ events }: RenderedCalendar): number {
  return events.reduce(
    (sum, { text }) => sum + text.length * (/[^\0-\xff]/.test(text) ? 2 : 1) + ENTRY_BYTES,
    ENTRY_BYTES,
  )
}
