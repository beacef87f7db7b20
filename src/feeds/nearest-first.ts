import { vtimezone } from '../ics/vtimezone.ts'
import type { RenderedCalendar, RenderedEvent } from './rendered-calendars.ts'

/** A calendar of a feed. */
export interface FeedCalendar extends RenderedCalendar {
  private: boolean
}

export interface Choice {
  /** The events to show, for each calendar. */
  shown: RenderedEvent[][]
  /** TZIDs of the shown events. */
  zones: string[]
  /** The nearest event that does not fit. */
  leftOut: RenderedEvent | undefined
  /**
   * Index of a calendar that is not complete and whose known events are all shown: the caller has to read
   * more of it.
   */
  readMoreOf: number | undefined
}

/**
 * Chooses the events of a feed that has space for `maxBytes` octets of events and their VTIMEZONEs. The
 * order, across all calendars: events that have not ended, nearest first; then past events, newest first; at
 * equal distance private events before public ones. The choice is the longest prefix of that order that fits,
 * so a new event never displaces a nearer one. An event of several calendars is shown once, with the first of them.
 */
export function chooseNearest(calendars: FeedCalendar[], maxBytes: number): Choice {
  const shown = calendars.map((): RenderedEvent[] => [])
  const zones = new Set<string>()
  const seen = new Set<string>()
  /** How far each calendar was looked at. */
  const looked = calendars.map(() => 0)
  let bytesLeft = maxBytes
  const choice = { shown, leftOut: undefined, readMoreOf: undefined }
  for (;;) {
    let index: number | undefined
    let nearest: RenderedEvent | undefined
    for (const [i, calendar] of calendars.entries()) {
      while (seen.has(calendar.events[looked[i]!]?.id ?? '')) looked[i]!++
      const next = calendar.events[looked[i]!]
      if (!next) {
        if (!calendar.complete) return { ...choice, zones: [...zones], readMoreOf: i }
      } else if (!nearest || isBefore(calendar, next, calendars[index!]!, nearest)) {
        index = i
        nearest = next
      }
    }
    if (!nearest) return { ...choice, zones: [...zones] }
    const { id, zone } = nearest
    bytesLeft -= nearest.bytes + (zone && !zones.has(zone) ? vtimezone(zone).length : 0)
    if (bytesLeft < 0) return { ...choice, zones: [...zones], leftOut: nearest }
    if (zone) zones.add(zone)
    seen.add(id)
    shown[index!]!.push(nearest)
  }
}

function isBefore(ofA: FeedCalendar, a: RenderedEvent, ofB: FeedCalendar, b: RenderedEvent): boolean {
  if (a.ended !== b.ended) return b.ended
  if (a.distance !== b.distance) return a.distance < b.distance
  if (ofA.private !== ofB.private) return ofA.private
  return a.startAt === b.startAt ? a.id < b.id : a.startAt < b.startAt
}
