import { describe, expect, it } from 'vitest'
import {
  comparePlaces,
  type EventListQuery,
  pageOfRows,
  readPlace,
  textFilter,
  writePlace,
} from './event-list.ts'
import type { EventRow } from './event-row.ts'

const QUERY: EventListQuery = { sort: 'start', descending: false, limit: 10 }

function row(id: string, over: Partial<EventRow> = {}): EventRow {
  return {
    ...{
      id,
      calendarId: 'k',
      alsoIn: [],
      name: `Event ${id}`,
      location: '',
      timezone: 'UTC',
      modified: 1,
      referenceType: '',
    },
    ...{ startDate: '2027-04-01', startTime: '10:00', endDate: '2027-04-01', endTime: '11:00' },
    ...{ startAt: 0, endAt: 0, draft: false, cancelled: false, seriesId: null, ownFields: [] },
    ...over,
  }
}

describe('cursors', () => {
  it.each([
    ['start', ['2027-04-01', 5, 'a']],
    ['name', ['ÄÖ 日本', 'a']],
    ['modified', [5, 'a']],
  ] as const)('are read as they were written, for %s', (sort, place) => {
    const text = writePlace([...place], { ...QUERY, sort, descending: true })
    expect(readPlace(text, sort, true)).toEqual(place)
    expect(readPlace(text, sort, false)).toBeUndefined()
    for (const other of ['start', 'name', 'modified'] as const)
      if (other !== sort) expect(readPlace(text, other, true)).toBeUndefined()
  })

  it.each(['', 'x', 'bnVsbA', 'e30', Buffer.from('["start",0,1,2,3]').toString('base64url')])(
    'refuse %j',
    (text) => {
      expect(readPlace(text, 'start', false)).toBeUndefined()
    },
  )
})

describe('the search in texts', () => {
  const found = (q: string, name: string, location = '') =>
    textFilter({ ...QUERY, q })({ name, location, referenceType: '' })
  it('requires every word, in any order, case and accent', () => {
    expect(found('rovers CITY', 'City v Rovers')).toBe(true)
    expect(found('rovers park', 'City v Rovers', 'Park Lane')).toBe(true)
    expect(found('rovers town', 'City v Rovers')).toBe(false)
    expect(found('ecole', 'École')).toBe(true)
    expect(found('Ö', 'o')).toBe(true)
    expect(found(' ', 'anything')).toBe(true)
    expect(found('%', 'anything')).toBe(false)
  })
})

describe('a page of rows in memory', () => {
  it('continues after a place, in both directions', () => {
    const rows = ['c', 'a', 'b'].map((id) => row(id, { startAt: id === 'a' ? 9 : 1 }))
    const first = pageOfRows(rows, { ...QUERY, limit: 2 })
    expect(first.rows.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(first.count).toBe(3)
    const second = pageOfRows(rows, { ...QUERY, limit: 2, after: first.next! })
    expect(second).toMatchObject({ rows: [{ id: 'a' }], next: null })
    const back = pageOfRows(rows, { ...QUERY, descending: true, after: ['2027-04-01', 9, 'a'] })
    expect(back.rows.map(({ id }) => id)).toEqual(['c', 'b'])
  })

  it('applies the filters', () => {
    const rows = [
      row('a', { draft: true }),
      row('b', { calendarId: 'other' }),
      row('c', { startDate: '2027-05-01' }),
    ]
    const ids = (query: Partial<EventListQuery>) =>
      pageOfRows(rows, { ...QUERY, ...query }).rows.map(({ id }) => id)
    expect(ids({ draft: true })).toEqual(['a'])
    expect(ids({ calendarIds: ['other'] })).toEqual(['b'])
    expect(ids({ fromDate: '2027-04-02' })).toEqual(['c'])
    expect(ids({ toDate: '2027-04-30' })).toEqual(['a', 'b'])
    expect(ids({ referenceType: 'x' })).toEqual([])
  })
})

it('compares places value by value', () => {
  expect(comparePlaces(['a', 1], ['a', 2])).toBe(-1)
  expect(comparePlaces(['b', 1], ['a', 2])).toBe(1)
  expect(comparePlaces(['a', 1], ['a', 1])).toBe(0)
})
