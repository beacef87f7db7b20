import { describe, expect, it } from 'vitest'
import { dayAt, isDay, yearsBetween } from './day.ts'

describe('days', () => {
  it.each(['2024-02-29', '1900-01-01', '2026-12-31'])('%s exists', (day) => {
    expect(isDay(day)).toBe(true)
  })

  it.each(['2023-02-29', '2026-13-01', '2026-00-10', '2026-01-32', '0050-01-01', '2026-1-1', '', 'x'])(
    '%s does not exist',
    (day) => {
      expect(isDay(day)).toBe(false)
    },
  )

  it('are those of the zone', () => {
    const newYear = Date.UTC(2026, 11, 31, 23, 30)
    expect(dayAt('Europe/London', newYear)).toBe('2026-12-31')
    expect(dayAt('Asia/Tokyo', newYear)).toBe('2027-01-01')
  })

  it.each([
    ['2010-06-15', '2026-06-14', 15],
    ['2010-06-15', '2026-06-15', 16],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2026-06-15', '2026-06-15', 0],
  ])('from %s to %s are %i years', (from, to, years) => {
    expect(yearsBetween(from, to)).toBe(years)
  })
})
