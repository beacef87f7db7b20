import { describe, expect, it } from 'vitest'
import { type AlertRule, dueAt, endOfQuiet, SUGGESTED_RULE } from './alert-rule.ts'

const rule = (over: Partial<AlertRule> = {}): AlertRule => ({
  ...{ ...SUGGESTED_RULE, id: 'r', created: 0, active: true, quietHours: null },
  ...over,
})
const at = (text: string) => Date.parse(`2027-03-06T${text}:00Z`)
const iso = (time: number | undefined) => time && new Date(time).toISOString().slice(0, 16)
const NOON = at('12:00')

describe('a change is told', () => {
  it.each<[string, Partial<AlertRule>, [string, string | null], string]>([
    ['after the grace', {}, ['2027-03-07T15:00', '2027-03-07T17:00'], '2027-03-06T13:00'],
    ['at once without a grace', { grace: 0 }, ['2027-03-07T15:00', null], '2027-03-06T12:00'],
    ['30 minutes before the start', {}, ['2027-03-06T13:10', null], '2027-03-06T12:40'],
    ['at once if it starts in 20 minutes', {}, ['2027-03-06T12:20', null], '2027-03-06T12:00'],
    ['before the earlier of two starts', {}, ['2027-03-09T15:00', '2027-03-06T13:00'], '2027-03-06T12:30'],
    [
      'by the new start if the old one is over',
      {},
      ['2027-03-06T11:00', '2027-03-06T13:00'],
      '2027-03-06T12:30',
    ],
    ['within the hours of the rule', { withinHours: 24 }, ['2027-03-09T15:00', null], '2027-03-08T15:00'],
  ])('%s', (_, over, [before, after], expected) => {
    const change = {
      at: NOON,
      startBefore: Date.parse(`${before}Z`),
      startAfter: after && Date.parse(`${after}Z`),
    }
    expect(iso(dueAt(rule(over), change as never, NOON, 'UTC'))).toBe(expected)
  })

  it('never, once the event has begun', () => {
    expect(dueAt(rule(), { at: NOON, startBefore: NOON, startAfter: NOON - 1 }, NOON, 'UTC')).toBeUndefined()
  })

  it('after quiet hours, unless the event would begin in them', () => {
    const quiet = rule({ quietHours: { from: '22:00', to: '07:00' }, grace: 0 })
    const night = Date.parse('2027-03-06T23:30Z')
    const due = (start: string) =>
      iso(dueAt(quiet, { at: night, startBefore: Date.parse(start), startAfter: null }, night, 'UTC'))
    expect(due('2027-03-07T15:00Z')).toBe('2027-03-07T07:00')
    expect(due('2027-03-07T07:10Z')).toBe('2027-03-07T06:40')
    expect(due('2027-03-07T05:00Z')).toBe('2027-03-07T04:30')
  })
})

describe('quiet hours end', () => {
  const night = { from: '22:00', to: '07:00' }
  it.each<[AlertRule['quietHours'], string, string, string]>([
    [night, '2027-03-06T21:59', 'UTC', '2027-03-06T21:59'],
    [night, '2027-03-06T22:00', 'UTC', '2027-03-07T07:00'],
    [night, '2027-03-07T06:59', 'UTC', '2027-03-07T07:00'],
    [night, '2027-03-07T07:00', 'UTC', '2027-03-07T07:00'],
    [{ from: '12:00', to: '14:00' }, '2027-03-06T13:00', 'UTC', '2027-03-06T14:00'],
    [{ from: '00:00', to: '06:00' }, '2027-03-06T00:00', 'UTC', '2027-03-06T06:00'],
    // Berlin changes its clocks on 28 March 2027 at 2:00.
    [night, '2027-03-27T22:30', 'Europe/Berlin', '2027-03-28T05:00'],
    [night, '2027-03-06T21:30', 'Europe/Berlin', '2027-03-07T06:00'],
    [null, '2027-03-06T23:00', 'UTC', '2027-03-06T23:00'],
  ])('%j at %s in %s', (quiet, time, zone, expected) => {
    expect(iso(endOfQuiet(quiet, Date.parse(`${time}Z`), zone))).toBe(expected)
  })
})
