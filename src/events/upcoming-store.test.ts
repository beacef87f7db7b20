import { describe, expect, it } from 'vitest'
import { plansOf } from '../../test/support/plans-of.ts'
import { findLastBefore, findNextEvents, listUpcoming } from './upcoming-store.ts'

const LONG = /SEARCH event USING INDEX event_long \(publisher_id=\? AND end_at>\?\)/
/** Events of other calendars are found by their ids, and sorted: a calendar has few of them. */
const OTHERS =
  /RIGHT\nSEARCH c USING PRIMARY KEY \(publisher_id=\? AND calendar_id=\?\)\nSEARCH e USING INDEX sqlite_autoindex_event_1 \(publisher_id=\? AND id=\?\)\nUSE TEMP B-TREE FOR ORDER BY$/
const ids = (count: number) => Array.from({ length: count }, (_, i) => `${i}`.padStart(24, '0'))

describe('upcoming events are read from an index, in its order', () => {
  it.each([
    ['in one calendar', 1, 'event_upcoming_by_calendar'],
    ['in many calendars', 21, 'event_upcoming'],
  ])('%s', async (_, count, index) => {
    for (const after of [undefined, { startAt: 1e12 - 1000, id: '1'.repeat(24) }]) {
      const plans = await plansOf((db) =>
        listUpcoming(db, 1, { calendarIds: ids(count), now: 1e12, after, cancelled: true }, 50),
      )
      const [recent, long] = plans
      expect(recent).toMatch(new RegExp(`SEARCH event USING COVERING INDEX ${index} \\(.*start_at`))
      expect(recent!.replace(OTHERS, '')).not.toMatch(/SCAN event|TEMP B-TREE/)
      if (after) expect(long).toBeUndefined()
      else expect(long).toMatch(LONG)
    }
  })

  it.each([
    ['in one calendar', 1, 'event_upcoming_by_calendar'],
    ['in many calendars', 21, 'event_upcoming'],
  ])('up to a time, and the last one before it: %s', async (_, count, index) => {
    const span = { calendarIds: ids(count), before: 2e12, cancelled: false }
    const [between] = await plansOf((db) => listUpcoming(db, 1, { ...span, now: 1e12 }, 50))
    const [last] = await plansOf((db) => findLastBefore(db, 1, { ...span, from: 1e12 }))
    for (const plan of [between, last]) {
      expect(plan).toMatch(
        new RegExp(`SEARCH event USING COVERING INDEX ${index} \\(.*start_at>\\? AND start_at<`),
      )
      expect(plan!.replace(OTHERS, '')).not.toMatch(/SCAN event|TEMP B-TREE/)
    }
  })

  it('of every calendar', async () => {
    const [next, long] = await plansOf((db) => findNextEvents(db, 1, 1e12))
    expect(next).toMatch(/SEARCH e USING COVERING INDEX event_upcoming_by_calendar \(.*start_at/)
    expect(next).not.toMatch(/SCAN e\b|TEMP B-TREE/)
    expect(long).toMatch(LONG)
  })
})
