import { describe, expect, it } from 'vitest'
import type { EventFields } from './event.ts'
import { type Circumstances, type FeedSize, warningsOf } from './event-warnings.ts'
import { readEvent } from './read-event.ts'

const NOW = Date.parse('2027-03-20T09:00Z')
const INPUT = {
  ...{ name: 'City v Rovers', location: 'Park', startDate: '2027-04-10', endDate: '2027-04-10' },
  ...{ startTime: '15:00', endTime: '17:00', timezone: 'Europe/London', draft: 0 },
}

function event(over: object = {}): EventFields {
  const read = readEvent({ ...INPUT, ...over }, { private: false, required: [], timezone: 'Europe/London' })
  if ('errors' in read) throw new Error(JSON.stringify(read.errors))
  return read.event
}

/** Codes of the warnings for an event that has none without `over`. */
function codes(over: Partial<Circumstances> = {}) {
  return warnings(over).map(({ code }) => code)
}

function warnings(over: Partial<Circumstances> = {}) {
  const { event: tested = event(), ...rest } = over
  return warningsOf({
    event: tested,
    seen: { title: tested.name, location: '', description: tested.details, reminders: [], struck: false },
    hasTimeZone: true,
    feedZone: 'Europe/London',
    now: NOW,
    window: { from: -Infinity, to: Infinity },
    calendar: { draft: false },
    cancelledDisplay: { mode: 'mark', mark: 'Cancelled' },
    feed: null,
    ...rest,
  })
}

const FULL = (bytes: number, extent: FeedSize['extent'] = null) => ({ bytes, most: 900_000, extent })

describe('warnings', () => {
  it('an ordinary event has none', () => {
    expect(codes()).toEqual([])
  })

  it.each<[string, object, Partial<Circumstances>?]>([
    ['draft', { draft: 1 }],
    ['draft-calendar', {}, { calendar: { draft: true } }],
    ['left-feeds', {}, { window: { from: Date.parse('2027-04-12'), to: Infinity } }],
    ['not-yet-in-feeds', {}, { window: { from: 0, to: Date.parse('2027-04-10') } }],
    ['cancelled', { cancelled: 1 }],
    ['title-long', { name: 'x'.repeat(35) }],
    ['html', { details: 'See <b>here</b>' }],
    ['no-time-zone', {}, { hasTimeZone: false }],
    ['written-in-utc', { timezone: 'Africa/Casablanca' }, { feedZone: undefined }],
    ['all-day', { allDay: 'yes' }, { feedZone: undefined }],
    ['feed-near-limit', {}, { feed: FULL(720_000) }],
    ['feed-full', {}, { feed: FULL(900_001) }],
    ['feed-full', {}, { feed: FULL(900_000, { side: 'until', at: Date.parse('2027-04-11') }) }],
    ['beyond-feed', {}, { feed: FULL(900_000, { side: 'until', at: Date.parse('2027-04-10') }) }],
    ['past', { startDate: '2027-03-01', endDate: '2027-03-01' }],
    ['clock-change', { startDate: '2027-03-28', startTime: '01:30', endDate: '2027-03-28' }],
    ['clock-change', { startDate: '2027-10-31', startTime: '01:30', endDate: '2027-10-31' }],
    ['short-notice', { startDate: '2027-03-20', endDate: '2027-03-20' }],
  ])('%s', (code, over, more = {}) => {
    expect(codes({ ...more, event: event(over) })).toEqual([code])
  })

  it('begin exactly at their thresholds', () => {
    expect(codes({ event: event({ name: 'x'.repeat(34) }) })).toEqual([])
    expect(codes({ feed: FULL(719_999) })).toEqual([])
    expect(codes({ event: event({ details: '1 < 2 and 3 > 2, <3' }) })).toEqual([])
    expect(codes({ event: event({ startDate: '2027-03-21', endDate: '2027-03-21' }) })).toEqual([])
    expect(
      codes({ event: event({ startDate: '2027-10-31', startTime: '02:30', endDate: '2027-10-31' }) }),
    ).toEqual([])
    expect(codes({ event: event({ draft: 1 }), feed: FULL(900_000) })).toEqual(['draft'])
  })

  it('name the affected applications, and are sorted by level', () => {
    const found = warnings({
      event: event({ draft: 1, name: 'x'.repeat(300) }),
      seen: {
        title: 'x'.repeat(300),
        location: '',
        description: 'x'.repeat(8193),
        reminders: ['1D'],
        struck: false,
      },
    })
    expect(found.map(({ code }) => code)).toEqual([
      'draft',
      'title-long',
      'title-outlook',
      'details-long',
      'reminder-dropped',
    ])
    expect(found.at(-1)!.applications).toEqual(['google', 'android', 'outlook-com'])
    expect(found[1]!.text).toContain('300 letters')
  })

  it('describe how a cancelled event is shown, by the mode', () => {
    const text = (mode: 'remove' | 'strike' | 'mark') =>
      warnings({ event: event({ cancelled: 1 }), cancelledDisplay: { mode, mark: 'Off' } })[0]!.text
    expect(text('remove')).toMatch(/disappears/)
    expect(text('mark')).toContain('“Off: …”')
    expect(text('strike')).toMatch(/Google hides it/)
  })

  it('distinguish clocks that go forward and back', () => {
    const at = (startDate: string) =>
      warnings({ event: event({ startDate, startTime: '01:30', endDate: startDate }) })[0]!
    expect(at('2027-03-28')).toMatchObject({ field: 'startTime', text: /forward/ })
    expect(at('2027-10-31')).toMatchObject({ field: 'startTime', text: /twice/ })
  })
})
