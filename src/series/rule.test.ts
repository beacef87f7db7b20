import { expect, it } from 'vitest'
import { readRule } from './rule.ts'

it.each([
  'FREQ=WEEKLY;BYDAY=TU,TH;WKST=SU',
  'FREQ=MONTHLY;BYDAY=-1FR,+2MO;INTERVAL=3',
  'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;UNTIL=20301231T235959Z',
  'FREQ=YEARLY;BYDAY=53MO',
  'freq=daily;count=1000',
  'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;BYSETPOS=1',
])('%s is a rule', (text) => {
  expect(readRule(text)).not.toHaveProperty('fault')
})

it.each([
  ['', 'must be a rule'],
  ['weekly', 'must be a rule'],
  ['FREQ=WEEKLY;FREQ=DAILY', 'must have FREQ only once'],
  ['BYDAY=MO', 'must have FREQ='],
  ['FREQ=MINUTELY', 'must have FREQ='],
  ['FREQ=WEEKLY;INTERVAL=0', 'INTERVAL from 1 to 1000'],
  ['FREQ=WEEKLY;COUNT=0', 'COUNT from 1 to 1000'],
  ['FREQ=WEEKLY;UNTIL=20270230', 'must have an UNTIL such as'],
  ['FREQ=WEEKLY;UNTIL=20270101;COUNT=3', 'not both'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'weekdays such as MO as BYDAY'],
  ['FREQ=MONTHLY;BYDAY=6MO', 'weekdays such as MO or -1MO'],
  ['FREQ=MONTHLY;BYDAY=0MO', 'weekdays such as MO or -1MO'],
  ['FREQ=MONTHLY;BYWEEKNO=3', 'must not have BYWEEKNO with FREQ=MONTHLY'],
  ['FREQ=WEEKLY;BYMONTHDAY=3', 'must not have BYMONTHDAY with FREQ=WEEKLY'],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'numbers from 1 to 31 as BYMONTHDAY'],
  ['FREQ=DAILY;BYHOUR=-1', 'numbers from 0 to 23 as BYHOUR'],
  ['FREQ=DAILY;BYSECOND=5', 'must not have BYSECOND'],
  ['FREQ=DAILY;BYSETPOS=1', 'another BY part'],
  ['FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO', 'BYDAY with a number together with BYWEEKNO'],
  ['FREQ=YEARLY;BYDAY=-53MO;BYSETPOS=1', 'BYSETPOS together with a 53rd weekday'],
  ['FREQ=WEEKLY;X-NAME=1', 'not known: X-NAME'],
])('%j %s', (text, fault) => {
  expect(readRule(text)).toEqual({ fault: expect.stringContaining(fault) })
})
