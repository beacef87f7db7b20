import { CALENDAR_END, calendarHead } from '../ics/calendar.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import { TOKEN_LENGTH } from './links.ts'
import { chooseNearest, type FeedCalendar } from './nearest-first.ts'
import { HOLE } from './render-event.ts'
import type { RenderedCalendar, RenderedEvent } from './rendered-calendars.ts'
import type { Reach } from './stubs.ts'

/** The properties of a feed that are not those of its events. */
export interface FeedHead {
  /** The name of the calendar in people's applications. */
  name: string
  /** X-WR-TIMEZONE. */
  timezone: string
}

/** A feed that is too large for its limit reads this much of each calendar first; nearly all have less. */
const FIRST_BYTES = 64_000

const SIDES: Reach['side'][] = ['until', 'since']

export interface FeedParts {
  head: FeedHead
  /** Reads the nearest events of each calendar, about this many octets of them. */
  calendars: { private: boolean; read: (bytes: number) => Promise<RenderedCalendar> }[]
  /** Octets of the feed at most. */
  limit: number
  /** The event that says how far a feed reaches from which events were left out. Its length does not depend on `at`. */
  notice: (reach: Reach) => string
  /** 00:00 UTC of the day, epoch ms. */
  today: number
}

export interface WrittenFeed {
  text: string
  /** Undefined: every event is in the feed. */
  reach: Reach | undefined
}

/**
 * Writes a feed; undefined where no event is in it. Calendars come in the order given, each by start. A feed that
 * would be larger than its limit shows the nearest events, and ends with a notice of how far it reaches.
 */
export async function writeFeed(parts: FeedParts): Promise<WrittenFeed | undefined> {
  const { limit, notice } = parts
  const head = calendarHead(parts.head)
  const room = limit - Buffer.byteLength(head) - CALENDAR_END.length
  const noticeBytes = Math.max(...SIDES.map((side) => Buffer.byteLength(notice({ side, at: 0 }))))

  const calendars: FeedCalendar[] = []
  for (const { private: isPrivate, read } of parts.calendars)
    calendars.push({ private: isPrivate, ...(await read(FIRST_BYTES)) })

  for (;;) {
    const all = chooseNearest(calendars, room)
    const { shown, zones, leftOut, readMoreOf } = all.leftOut
      ? chooseNearest(calendars, room - noticeBytes)
      : all
    if (readMoreOf !== undefined) {
      const { private: isPrivate, read } = parts.calendars[readMoreOf]!
      // The estimate of what fills the limit is a lower bound: what it leaves out would not fit.
      calendars[readMoreOf] = { private: isPrivate, ...(await read(limit)), complete: true }
      continue
    }
    const events = shown.flatMap((some) => some.sort(byStart))
    if (events.length === 0) return undefined
    const reach = leftOut && reachOf(events, leftOut, parts.today)
    const texts = events.map((event) => event.text)
    if (reach) texts.push(notice(reach))
    return { text: head + zones.sort().map(vtimezone).join('') + texts.join('') + CALENDAR_END, reach }
  }
}

function byStart(a: RenderedEvent, b: RenderedEvent): number {
  return a.startAt - b.startAt || (a.id < b.id ? -1 : 1)
}

/** Events are left out at one side only: while the future does not fit, nothing of the past is shown. */
function reachOf(shown: RenderedEvent[], leftOut: RenderedEvent, today: number): Reach {
  if (!leftOut.ended) return { side: 'until', at: Math.max(...shown.map((event) => event.startAt)) }
  const past = shown.filter((event) => event.ended).map((event) => event.startAt)
  return { side: 'since', at: Math.min(today, ...past) }
}

/** The feed as octets, with the reader's manage token in its holes. */
export function toBytes(text: string, token: string): Buffer {
  // A small buffer from Node's pool would keep 64 kB alive for as long as it is cached.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  let filled = 0
  for (let at = bytes.indexOf(HOLE); at !== -1; at = bytes.indexOf(HOLE, at + 1))
    bytes[at] = token.charCodeAt(filled++ % TOKEN_LENGTH)
  return bytes
}
