import { expect, it } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { countNotEnded, countNotEndedAfter } from '../../src/events/calendar-event-store.ts'
import { walkEvents } from '../../src/events/event-store.ts'
import { walkImported } from '../../src/imports/imported-events.ts'
import { plansOf } from '../support/plans-of.ts'

const CALENDAR = '1'.repeat(24)

it.each([
  ['events', (db: Db) => walkEvents(db, 1, CALENDAR)],
  ['imported events', (db: Db) => walkImported(db, 1, CALENDAR)],
])('walks through the %s of a calendar from page to page by an index', async (_, walk) => {
  const [plan] = await plansOf(async (db) => {
    for await (const page of walk(db)) expect(page).toEqual([])
  })
  // The row where the last page ended is found at once, also among the thousands of rows that one import wrote.
  expect(plan).toMatch(/INDEX event_by_calendar \(publisher_id=\? AND calendar_id=\? AND \(revision,id\)>/)
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
})

it('counts private events that have not ended by an index alone, and later ones by their revisions', async () => {
  const [, all, later] = await plansOf(async (db) => {
    await db
      .insertInto('publisher_revision')
      .values({ publisher_id: 1, revision: 9, changed_at: 0 })
      .execute()
    expect(await countNotEnded(db, 1, CALENDAR, 0, 10_000)).toEqual({ value: 0, revision: 9 })
    expect(await countNotEndedAfter(db, 1, CALENDAR, 9, 0, 10_000)).toBe(0)
  })
  expect(all).toContain('COVERING INDEX event_by_start (publisher_id=? AND calendar_id=?)')
  expect(later).toMatch(/INDEX event_by_calendar \(publisher_id=\? AND calendar_id=\? AND revision>/)
})
