import { vtimezone } from '../ics/vtimezone.ts'
import type { RenderedCalendar, RenderedEvent } from './rendered-calendars.ts'

/** A calendar of a feed. */
export interface FeedCalendar extends RenderedCalendar {
  private: boolean
}

export interface Choice {
  /** The events to show, for each calendar. */
  shown: RenderedEvent[][]
  /** The TZIDs they refer to. */
  zones: string[]
  /** The first event, by nearness, that has no room. */
  leftOut: RenderedEvent | undefined
  /** The place of a calendar whose known events are all shown although it has more: read more of it. */
  readMoreOf: number | undefined
}

/**
 * Chooses the events of a feed that has room for `room` octets of events and their VTIMEZONEs. The order, across all
 * calendars: first what has not ended, nearest first; then the past, newest first; at equal distance private events
 * before public ones. The choice is the longest beginning of that order that fits, so a new event never displaces a
 * nearer one.
 */
export function chooseNearest(calendars: FeedCalendar[], room: number): Choice {
  const shown = calendars.map((): RenderedEvent[] => [])
  const zones = new Set<string>()
  const choice = { shown, leftOut: undefined, readMoreOf: undefined }
  for (;;) {
    let place: number | undefined
    let nearest: RenderedEvent | undefined
    for (const [i, calendar] of calendars.entries()) {
      const next = calendar.events[shown[i]!.length]
      if (!next) {
        if (!calendar.complete) return { ...choice, zones: [...zones], readMoreOf: i }
      } else if (!nearest || isBefore(calendar, next, calendars[place!]!, nearest)) {
        place = i
        nearest = next
      }
    }
    if (!nearest) return { ...choice, zones: [...zones] }
    const { zone } = nearest
    room -= nearest.bytes + (zone && !zones.has(zone) ? vtimezone(zone).length : 0)
    if (room < 0) return { ...choice, zones: [...zones], leftOut: nearest }
    if (zone) zones.add(zone)
    shown[place!]!.push(nearest)
  }
}

function isBefore(ofA: FeedCalendar, a: RenderedEvent, ofB: FeedCalendar, b: RenderedEvent): boolean {
  if (a.ended !== b.ended) return b.ended
  if (a.distance !== b.distance) return a.distance < b.distance
  if (ofA.private !== ofB.private) return ofA.private
  return a.startAt === b.startAt ? a.id < b.id : a.startAt < b.startAt
}
