import { afterAll, describe, expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
await import('../../web/admin/words/en.ts')
const { addDays, moved, wallTime, whenInput, whenText } = await import('../../web/admin/events/times.ts')

const MATCH = { startDate: '2027-03-27', startTime: '23:30', endDate: '2027-03-28', endTime: '01:30' }
const HOUR = 3_600_000

afterAll(() => vi.unstubAllGlobals())

describe('moving', () => {
  it('keeps the hour over a clock change, and the length', () => {
    expect(moved(MATCH, 24 * HOUR, 24 * HOUR)).toEqual({
      ...{ startDate: '2027-03-28', startTime: '23:30', endDate: '2027-03-29', endTime: '01:30' },
    })
    expect(moved(MATCH, 0, HOUR)).toEqual({ ...MATCH, endTime: '02:30' })
    const camp = { startDate: '2027-12-31', startTime: null, endDate: '2027-12-31', endTime: null }
    expect(whenInput(moved(camp, 24 * HOUR, 48 * HOUR))).toEqual({
      ...{ allDay: 'yes', startDate: '2028-01-01', endDate: '2028-01-02' },
    })
  })
})

describe('times', () => {
  it('are told as people write them', () => {
    expect(whenText({ ...MATCH, endDate: '2027-03-27', endTime: '23:45' })).toMatch(
      /^Sat,? 27 Mar 2027,? 23:30\s?–\s?23:45$/,
    )
  })

  it('are those of a zone', () => {
    expect(wallTime('Asia/Tokyo', '2027-03-27T23:30:00.000Z')).toBe('2027-03-28T08:30')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  })
})
