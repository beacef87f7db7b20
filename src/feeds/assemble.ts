import { CALENDAR_END, calendarHead } from '../ics/calendar.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import type { PublisherSettings } from '../publishers/publisher.ts'
import { type Chunk, copyEntry } from './chunk.ts'

/** Google and others refuse larger ones; the oldest events drop out first. */
export const MAX_FEED_BYTES = 900_000
const DAY_MS = 86_400_000

/** Instants (epoch ms): an event that ended before `from`, or starts after `to`, is not in the feed. */
export interface Window {
  from: number
  to: number
  /** When it moved here. */
  since: number
}

/** The publisher's window around today. It moves by whole days (UTC), so that a feed changes once a day at most. */
export function feedWindow(settings: PublisherSettings, now: number): Window {
  const { feedPastDays, feedFutureDays } = settings
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return {
    from: feedPastDays === undefined ? -Infinity : today - feedPastDays * DAY_MS,
    to: feedFutureDays === undefined ? Infinity : today + (feedFutureDays + 1) * DAY_MS,
    since: feedPastDays === undefined && feedFutureDays === undefined ? -Infinity : today,
  }
}

/**
 * Joins chunks into one calendar. `token` fills the holes of personal feeds. Undefined when no event is left:
 * an empty calendar makes some programs keep what they had.
 */
export function assemble(
  head: { name: string; timezone: string },
  chunks: Chunk[],
  window: Window,
  token: string,
): Buffer | undefined {
  const inWindow = chunks.flatMap((chunk) =>
    chunk.entries
      .filter((entry) => entry.endAt >= window.from && entry.startAt < window.to)
      .map((entry) => ({ chunk, entry })),
  )
  const opening = calendarHead(head)
  let size =
    Buffer.byteLength(opening) +
    CALENDAR_END.length +
    zoneBlocks(chunks.flatMap((chunk) => chunk.zones)).length
  for (const { entry } of inWindow) size += entry.to - entry.from
  if (size > MAX_FEED_BYTES) {
    // Calendars keep their places; within the whole feed the oldest events go.
    const oldestFirst = inWindow.toSorted((a, b) => a.entry.startAt - b.entry.startAt)
    const gone = new Set<object>()
    for (const { entry } of oldestFirst) {
      if (size <= MAX_FEED_BYTES) break
      gone.add(entry)
      size -= entry.to - entry.from
    }
    return write(
      opening,
      inWindow.filter(({ entry }) => !gone.has(entry)),
      token,
    )
  }
  return write(opening, inWindow, token)
}

function write(
  opening: string,
  events: { chunk: Chunk; entry: Chunk['entries'][number] }[],
  token: string,
): Buffer | undefined {
  if (events.length === 0) return undefined
  const head = Buffer.from(opening + zoneBlocks(events.map(({ entry }) => entry.zone)))
  const end = Buffer.from(CALENDAR_END)
  const tokenBytes = Buffer.from(token, 'latin1')
  let length = head.length + end.length
  for (const { entry } of events) length += entry.to - entry.from
  const bytes = Buffer.allocUnsafe(length)
  let at = head.copy(bytes)
  for (const { chunk, entry } of events) {
    copyEntry(chunk, entry, bytes, at, tokenBytes)
    at += entry.to - entry.from
  }
  end.copy(bytes, at)
  return bytes
}

/** One VTIMEZONE for each zone that is named. */
function zoneBlocks(zones: (string | undefined)[]): string {
  const named = [...new Set(zones)].filter((zone) => zone !== undefined)
  return named.sort().map(vtimezone).join('')
}
