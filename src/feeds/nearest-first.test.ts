import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vtimezone } from '../ics/vtimezone.ts'
import { chooseNearest, type FeedCalendar } from './nearest-first.ts'
import type { RenderedEvent } from './rendered-calendars.ts'

const DAY = 86_400_000
const TODAY = 20_000 * DAY

const anyEvent = fc
  .record({
    day: fc.integer({ min: -20, max: 20 }),
    days: fc.integer({ min: 0, max: 5 }),
    bytes: fc.integer({ min: 200, max: 900 }),
    zone: fc.constantFrom(undefined, 'Europe/Vienna', 'Europe/London', 'Asia/Tokyo'),
  })
  .map(({ day, days, bytes, zone }) => {
    const startAt = TODAY + day * DAY
    const ended = startAt + days * DAY < TODAY
    const distance = ended ? TODAY - startAt : Math.max(0, startAt - TODAY)
    return { startAt, ended, distance, bytes, zone, text: '' }
  })
const anyCalendars = fc
  .array(fc.record({ private: fc.boolean(), events: fc.array(anyEvent, { maxLength: 12 }) }), {
    maxLength: 6,
  })
  .map((calendars) =>
    calendars.map(({ private: isPrivate, events }, i) =>
      calendar(
        isPrivate,
        events.map((event, n) => ({ ...event, id: `${i}-${String(n).padStart(2, '0')}` })),
      ),
    ),
  )

/** A calendar with its events in the order in which a feed takes them. */
function calendar(isPrivate: boolean, events: RenderedEvent[]): FeedCalendar {
  const sorted = events.toSorted(
    (a, b) =>
      Number(a.ended) - Number(b.ended) ||
      (a.ended ? b.startAt - a.startAt : a.startAt - b.startAt) ||
      (a.id < b.id ? -1 : 1),
  )
  return { private: isPrivate, events: sorted, complete: true }
}

/** All events in the documented order, by an independent implementation. */
function ranked(calendars: FeedCalendar[]): RenderedEvent[] {
  const rank = ({ private: isPrivate }: FeedCalendar, { ended, distance, startAt, id }: RenderedEvent) =>
    [ended ? 1 : 0, distance, isPrivate ? 0 : 1, startAt, id] as const
  return calendars
    .flatMap((one) => one.events.map((event) => ({ event, rank: rank(one, event) })))
    .sort((a, b) => {
      const at = a.rank.findIndex((value, i) => value !== b.rank[i])
      return a.rank[at]! < b.rank[at]! ? -1 : 1
    })
    .map(({ event }) => event)
}

/** Octets of events and of their VTIMEZONEs. */
function sizeOf(events: RenderedEvent[]): number {
  const zones = new Set(events.flatMap(({ zone }) => zone ?? []))
  return (
    [...zones].reduce((sum, zone) => sum + vtimezone(zone).length, 0) +
    events.reduce((sum, { bytes }) => sum + bytes, 0)
  )
}

const shownIn = (calendars: FeedCalendar[], maxBytes: number) =>
  chooseNearest(calendars, maxBytes).shown.flat()

describe('the events of a feed', () => {
  it('are the longest prefix, by nearness, that fits', () => {
    fc.assert(
      fc.property(anyCalendars, fc.integer({ min: 0, max: 12_000 }), (calendars, maxBytes) => {
        const order = ranked(calendars)
        const { shown, leftOut } = chooseNearest(calendars, maxBytes)
        const all = shown.flat()
        expect(new Set(all)).toEqual(new Set(order.slice(0, all.length)))
        expect(sizeOf(all)).toBeLessThanOrEqual(maxBytes)
        expect(leftOut).toBe(order[all.length])
        if (leftOut) expect(sizeOf([...all, leftOut])).toBeGreaterThan(maxBytes)
      }),
      { numRuns: 2000 },
    )
  })

  it('are not displaced by a new event that is farther away', () => {
    fc.assert(
      fc.property(
        anyCalendars.filter((calendars) => calendars.length > 0),
        anyEvent,
        fc.nat(),
        fc.integer({ min: 0, max: 12_000 }),
        (calendars, added, index, maxBytes) => {
          const event = { ...added, id: 'new' }
          const more = calendars.map((one, i) =>
            i === index % calendars.length ? calendar(one.private, [...one.events, event]) : one,
          )
          const after = new Set(shownIn(more, maxBytes))
          const order = ranked(more)
          for (const shown of shownIn(calendars, maxBytes))
            if (order.indexOf(shown) < order.indexOf(event)) expect(after.has(shown)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are read from an incomplete calendar before an event farther away is shown', () => {
    const far = {
      startAt: TODAY + 9 * DAY,
      ended: false,
      distance: 9 * DAY,
      bytes: 200,
      zone: undefined,
      text: '',
    }
    const near = { ...far, id: 'near', startAt: TODAY + DAY, distance: DAY }
    const part = { private: false, events: [near], complete: false }
    const { shown, readMoreOf } = chooseNearest([calendar(false, [{ ...far, id: 'far' }]), part], 10_000)
    expect(readMoreOf).toBe(1)
    expect(shown).toEqual([[], [near]])
  })
})
