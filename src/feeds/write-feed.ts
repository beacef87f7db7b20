import { CALENDAR_END, calendarHead } from '../ics/calendar.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import { TOKEN_LENGTH } from '../links/links.ts'
import { chooseNearest, type FeedCalendar } from './nearest-first.ts'
import type { Extent } from './notice-events.ts'
import { HOLE } from './render-event.ts'
import type { RenderedCalendar, RenderedEvent } from './rendered-calendars.ts'

/** The calendar properties of a feed. */
export interface FeedHead {
  /** The calendar's name in applications. */
  name: string
  /** X-WR-TIMEZONE. */
  timezone: string
}

/** Octets that are read of each calendar first; only few calendars have more. */
const FIRST_BYTES = 64_000

const SIDES: Extent['side'][] = ['until', 'since']

export interface FeedParts {
  head: FeedHead
  /** Reads the nearest events of each calendar, about this many octets of them. */
  calendars: { private: boolean; read: (bytes: number) => Promise<RenderedCalendar> }[]
  /** Maximum octets of the feed. */
  limit: number
  /**
   * Renders the event that says how far the feed reaches if events were left out. Its length does not depend
   * on `at`.
   */
  notice: (extent: Extent) => string
  /** 00:00 UTC of the day, epoch ms. */
  today: number
}

export interface WrittenFeed {
  text: string
  /** Undefined if no event was left out. */
  extent: Extent | undefined
}

/**
 * Writes a feed; returns undefined if it has no events. Calendars stay in their order, the events of each
 * sorted by start. A feed that would be larger than its limit has the nearest events, and ends with a notice
 * of how far it reaches.
 */
export async function writeFeed(parts: FeedParts): Promise<WrittenFeed | undefined> {
  const { limit, notice } = parts
  const head = calendarHead(parts.head)
  const maxBytes = limit - Buffer.byteLength(head) - CALENDAR_END.length
  const noticeBytes = Math.max(...SIDES.map((side) => Buffer.byteLength(notice({ side, at: 0 }))))

  const calendars: FeedCalendar[] = []
  for (const { private: isPrivate, read } of parts.calendars)
    calendars.push({ private: isPrivate, ...(await read(FIRST_BYTES)) })

  for (;;) {
    const all = chooseNearest(calendars, maxBytes)
    const { shown, zones, leftOut, readMoreOf } = all.leftOut
      ? chooseNearest(calendars, maxBytes - noticeBytes)
      : all
    if (readMoreOf !== undefined) {
      const { private: isPrivate, read } = parts.calendars[readMoreOf]!
      // The database estimates sizes too low, so events beyond the limit by that estimate would not fit.
      calendars[readMoreOf] = { private: isPrivate, ...(await read(limit)), complete: true }
      continue
    }
    const events = shown.flatMap((some) => some.sort(byStart))
    if (events.length === 0) return undefined
    const extent = leftOut && extentOf(events, leftOut, parts.today)
    const texts = events.map((event) => event.text)
    if (extent) texts.push(notice(extent))
    return { text: head + zones.sort().map(vtimezone).join('') + texts.join('') + CALENDAR_END, extent }
  }
}

function byStart(a: RenderedEvent, b: RenderedEvent): number {
  return a.startAt - b.startAt || (a.id < b.id ? -1 : 1)
}

/** Events are left out on one side only: past events are shown only if all future events fit. */
function extentOf(shown: RenderedEvent[], leftOut: RenderedEvent, today: number): Extent {
  if (!leftOut.ended) return { side: 'until', at: Math.max(...shown.map((event) => event.startAt)) }
  const past = shown.filter((event) => event.ended).map((event) => event.startAt)
  return { side: 'since', at: Math.min(today, ...past) }
}

/** Encodes the feed, with the reader's manage token in its placeholders. */
export function toBytes(text: string, token: string): Buffer {
  // A small buffer from Node's pool would keep 64 kB in memory for as long as it is cached.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  let filled = 0
  for (let at = bytes.indexOf(HOLE); at !== -1; at = bytes.indexOf(HOLE, at + 1))
    bytes[at] = token.charCodeAt(filled++ % TOKEN_LENGTH)
  return bytes
}
