import { expect, it } from 'vitest'
import { type DateRule, ruleDates } from './rule-dates.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The same dates by way of the library, which does the rules that say a time. */
function byLibrary(start: number, rule: DateRule, end: number): number[] {
  return ruleDates(start, { ...rule, byHour: [new Date(start).getUTCHours()] }, end)
}

it('plain rules give the same dates as the library does', () => {
  let rules = 0
  for (const freq of ['DAILY', 'WEEKLY'] as const)
    for (const interval of [1, 2, 3, 13])
      for (const byDay of [undefined, ['TU'], ['SU', 'MO'], ['FR', 'WE', 'MO'], WEEKDAYS])
        for (const wkst of [undefined, 'SU', 'WE'])
          for (const day of [0, 2, 6]) {
            const start = Date.UTC(2027, 1, 22 + day, 18, 30)
            const rule: DateRule = { freq, interval, byDay, wkst }
            const end = start + 100 * DAY_MS
            const dates = byLibrary(start, rule, end)
            expect(ruleDates(start, rule, end)).toEqual(dates)
            expect(ruleDates(start, rule, end, 3)).toEqual(dates.slice(0, 3))
            rules++
          }
  expect(rules).toBe(360)
  expect(ruleDates(DAY_MS, { freq: 'DAILY', interval: 1 }, 0)).toEqual([])
  const early = Date.UTC(1901, 0, 1)
  const weekly: DateRule = { freq: 'WEEKLY', interval: 2, byDay: ['TH', 'MO'] }
  expect(ruleDates(early, weekly, early + 60 * DAY_MS)).toEqual(byLibrary(early, weekly, early + 60 * DAY_MS))
})
