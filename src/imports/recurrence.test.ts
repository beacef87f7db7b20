import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { countSteps, ruleDates } from '../time/rule-dates.ts'
import { dateRule } from './recurrence.ts'

const END = Date.UTC(2034, 0, 1)

/** The first dates of a rule. */
function dates(start: string, rule: string, most = 6, end = END) {
  const walls = ruleDates(Date.parse(`${start}Z`), dateRule(ICAL.Recur.fromString(rule)), end, most)
  const found = walls.map((wall) => new Date(wall).toISOString().slice(0, 16))
  return found.map((text) => (text.endsWith('T10:00') ? text.slice(0, 10) : text))
}

describe('the dates of a rule', () => {
  it.each([
    ['FREQ=MONTHLY;BYMONTH=3,6,9', '2026-06-01', ['2026-06-01', '2026-09-01', '2027-03-01', '2027-06-01']],
    ['FREQ=MONTHLY;BYMONTH=9,3,6', '2026-06-01', ['2026-06-01', '2026-09-01', '2027-03-01', '2027-06-01']],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTH=1,2,3', '2026-01-05', ['2026-01-05', '2026-03-05', '2027-01-05']],
    ['FREQ=MONTHLY', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30', ['2026-01-30', '2026-02-27', '2026-03-27']],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2026-01-30',
      ['2026-01-30', '2026-02-27', '2026-03-31'],
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=2', '2026-01-15', ['2026-01-15', '2026-02-15', '2026-03-15']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2026-02-13', ['2026-02-13', '2026-03-13', '2026-11-13']],
    ['FREQ=YEARLY', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['FREQ=YEARLY;BYMONTHDAY=15', '2026-11-15', ['2026-11-15', '2026-12-15', '2027-01-15']],
    ['FREQ=YEARLY;BYMONTH=1,2,3', '2026-01-31', ['2026-01-31', '2026-03-31', '2027-01-31']],
    ['FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', '2026-05-10', ['2026-05-10', '2027-05-09', '2028-05-14']],
    ['FREQ=YEARLY;BYDAY=20MO', '2026-05-18', ['2026-05-18', '2027-05-17', '2028-05-15']],
    ['FREQ=YEARLY;BYYEARDAY=1,-1', '2026-12-31', ['2026-12-31', '2027-01-01', '2027-12-31']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO', '2026-01-06', ['2026-01-06', '2026-01-11', '2026-01-20']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '2026-01-06', ['2026-01-06', '2026-01-18', '2026-01-20']],
    ['FREQ=DAILY;BYMONTH=3,6', '2026-06-29', ['2026-06-29', '2026-06-30', '2027-03-01']],
    ['FREQ=DAILY;BYHOUR=9,10', '2026-06-29', ['2026-06-29', '2026-06-30T09:00', '2026-06-30']],
    [
      'FREQ=HOURLY;INTERVAL=4;BYHOUR=10,18,19',
      '2026-06-29',
      ['2026-06-29', '2026-06-29T18:00', '2026-06-30'],
    ],
  ])('of %s from %s are %j', (rule, start, expected) => {
    expect(dates(`${start}T10:00`, rule, expected.length)).toEqual(expected)
  })

  it('may not exist; each candidate is a step', () => {
    const start = Date.UTC(2021, 1, 1)
    const never = dateRule(ICAL.Recur.fromString('FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO'))
    expect(ruleDates(start, never, END)).toEqual([])
    expect(countSteps(start, never, END)).toBeGreaterThan(3 * 28)
    expect(countSteps(start, { freq: 'HOURLY', interval: 1 }, END)).toBeGreaterThan(12 * 365 * 24)
  })
})
