import { expect, it } from 'vitest'
import { readRule, type Rule } from '../series/rule.ts'
import { ruleDates } from './rule-dates.ts'

it.each([
  ['FREQ=YEARLY;BYDAY=53SU', '2023-12-31 2028-12-31 2034-12-31'],
  ['FREQ=YEARLY;BYDAY=-53SU', '2023-01-01 2028-01-02 2034-01-01'],
  ['FREQ=YEARLY;BYDAY=53SU,1MO', '2020-01-06 2021-01-04 2022-01-03'],
  ['FREQ=YEARLY;BYDAY=16MO,MO', '2020-01-06 2020-01-13 2020-01-20'],
  ['FREQ=YEARLY;BYMONTH=4;BYDAY=3MO,TU', '2020-04-07 2020-04-14 2020-04-20'],
])('%s gives %s', (text, days) => {
  // The library alone gives other dates for most of these, and it must not count those that are out.
  const rule = { ...(readRule(text) as Rule), count: 3 }
  const dates = ruleDates(Date.parse('2020-01-01T12:00Z'), rule, Date.parse('2040-01-01T00:00Z'), 3)
  expect(dates.map((date) => new Date(date).toISOString().slice(0, 10)).join(' ')).toBe(days)
})
