import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { lintIcs } from '../../test/support/ics-lint.ts'
import { readCalendar } from '../../test/support/read-calendar.ts'
import type { CalendarEvent } from '../events/event.ts'
import { cancelledEventsOf } from '../publishers/publisher.ts'
import { assemble, MAX_FEED_BYTES } from './assemble.ts'
import { type Chunk, renderChunk, withoutFirst } from './chunk.ts'
import { createLinks } from './links.ts'
import { joinGzip, joinPlain } from './piece.ts'
import type { Window } from './window.ts'

const HEAD = { name: 'City Rugby', timezone: 'Europe/London' }
const ALWAYS = { from: -Infinity, to: Infinity, since: -Infinity }
const links = createLinks(Buffer.alloc(32, 7))
const SETTINGS = { links, publicUrl: 'https://fasti.test', uidHost: 'fasti.test' }
const TOKEN = links.token('manage', { publisherId: 1, id: 'a'.repeat(24), number: 0 })

let counter = 0

/** An event of one hour on a day of 2027, counted from 0. */
function onDay(day: number, over: Partial<CalendarEvent> = {}): CalendarEvent {
  const startAt = Date.UTC(2027, 0, 1 + day, 12)
  const date = new Date(startAt).toISOString().slice(0, 10)
  return {
    id: (++counter).toString(16).padStart(24, '0'),
    publisherId: 1,
    calendarId: 'c'.repeat(24),
    private: false,
    reference: null,
    referenceType: null,
    name: `Day ${day}`,
    location: '',
    details: '',
    startDate: date,
    endDate: date,
    startTime: '12:00',
    endTime: '13:00',
    timezone: 'UTC',
    startAt,
    endAt: startAt + 3_600_000,
    alert: '',
    alert2: '',
    draft: false,
    sponsoredMessage: '',
    extras: {},
    sequence: 0,
    created: startAt,
    modified: startAt,
    ...over,
  }
}
const chunkIn = (window: Window, ...events: CalendarEvent[]) =>
  renderChunk(events, window, { personal: true, reminders: null }, SETTINGS, cancelledEventsOf({}))
const chunk = (...events: CalendarEvent[]) => chunkIn(ALWAYS, ...events)

/** The calendar of these chunks, which is the same whether it was sent plain or as gzip. */
function feedOf(chunks: Chunk[], { head = HEAD, token = TOKEN } = {}): Buffer | undefined {
  const pieces = assemble(head, chunks, withoutFirst)
  if (!pieces) return undefined
  const plain = joinPlain(pieces, token)
  expect(gunzipSync(joinGzip(pieces, token)).equals(plain)).toBe(true)
  return plain
}

function read(bytes: Buffer | undefined) {
  expect(lintIcs(bytes!)).toEqual([])
  return readCalendar(bytes!.toString())
}
const names = (bytes: Buffer | undefined) => read(bytes).map((event) => event.summary)

describe('assemble', () => {
  it('joins calendars one after the other, with the zones they name, once each', () => {
    const london = onDay(3, { timezone: 'Europe/London', name: 'London' })
    const oslo = onDay(1, { timezone: 'Europe/Oslo', name: 'Oslo' })
    const bytes = feedOf([chunk(onDay(2), london), chunk(oslo, onDay(4, { timezone: 'Europe/Oslo' }))])
    expect(names(bytes)).toEqual(['Day 2', 'London', 'Oslo', 'Day 4'])
    expect(bytes!.toString().match(/^TZID:.*(?=\r$)/gm)).toEqual(['TZID:Europe/London', 'TZID:Europe/Oslo'])
  })

  it("puts the reader's own link into each event, and only there", () => {
    const shared = chunk(onDay(1), onDay(2, { details: 'x'.repeat(100) }))
    const other = links.token('manage', { publisherId: 1, id: 'b'.repeat(24), number: 0 })
    for (const token of [TOKEN, other]) {
      const descriptions = read(feedOf([shared], { token })).map((event) => event.description)
      expect(descriptions).toHaveLength(2)
      for (const text of descriptions) expect(text.endsWith(`https://fasti.test/manage/${token}`)).toBe(true)
    }
  })

  it('keeps to the window: what has not ended, and what has not yet to start later', () => {
    const events = [1, 2, 3, 4].map((day) => onDay(day))
    const window = { from: events[1]!.endAt, to: events[3]!.startAt, since: 0 }
    expect(names(feedOf([chunkIn(window, ...events)]))).toEqual(['Day 2', 'Day 3'])
    const without = { ...window, from: window.from + 1, to: window.to + 1 }
    expect(names(feedOf([chunkIn(without, ...events)]))).toEqual(['Day 3', 'Day 4'])
  })

  it('names no zone of an event that is not in the window', () => {
    const events = [onDay(1, { timezone: 'Asia/Tokyo' }), onDay(9)]
    const bytes = feedOf([chunkIn({ from: events[1]!.startAt, to: Infinity, since: 0 }, ...events)])
    expect(bytes!.toString()).not.toContain('Tokyo')
  })

  it('is nothing when no event is left', () => {
    expect(feedOf([])).toBeUndefined()
    expect(feedOf([chunkIn({ from: Infinity, to: Infinity, since: 0 }, onDay(1))])).toBeUndefined()
  })

  it('keeps to its size, the oldest of all calendars first to go, the others in their places', () => {
    const details = 'é'.repeat(4000)
    const one = chunk(...[10, 20, 30, 200].map((day) => onDay(day, { details })))
    const other = chunk(...Array.from({ length: 108 }, (_, day) => onDay(day + 11, { details })))
    const bytes = feedOf([one, other])!
    expect(bytes.length).toBeLessThanOrEqual(MAX_FEED_BYTES)
    expect(bytes.length).toBeGreaterThan(MAX_FEED_BYTES - 9000)
    const kept = names(bytes)
    const gone = 112 - kept.length
    expect(gone).toBeGreaterThan(0)
    const days = kept.map((name) => Number(name.slice(4)))
    expect(days).toContain(200)
    const all = [10, 20, 30, 200, ...Array.from({ length: 108 }, (_, day) => day + 11)]
    const oldest = all.toSorted((a, b) => a - b)[gone]!
    expect(days.every((day) => day >= oldest)).toBe(true)
    expect(days).toEqual(all.filter((day) => days.includes(day)).slice(-days.length))
  })

  it('loses small events in steps, so that feeds that differ by little are cut at the same place', () => {
    const many = chunk(...Array.from({ length: 3000 }, (_, day) => onDay(day, { details: 'x'.repeat(200) })))
    const lengths = [0, 1, 2, 3].map((own) => {
      const few = chunk(...Array.from({ length: own }, (_, day) => onDay(day + 3000)))
      const bytes = feedOf([many, few])!
      expect(bytes.length).toBeLessThanOrEqual(MAX_FEED_BYTES)
      expect(bytes.length).toBeGreaterThan(MAX_FEED_BYTES - 10_000)
      return names(bytes).length - own
    })
    expect(new Set(lengths).size).toBeLessThanOrEqual(2)
  })
})
