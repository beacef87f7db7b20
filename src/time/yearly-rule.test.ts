import { describe, expect, it } from 'vitest'
import { type Onset, type YearlyRule, yearlyRule } from './yearly-rule.ts'
import { offsetAt } from './zone.ts'
import { TABLE_TO } from './zone-table.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('yearlyRule', () => {
  it.each([
    ['UTC', 0],
    ['Asia/Kolkata', 5.5],
    ['America/Sao_Paulo', -3],
    ['Etc/GMT-14', 14],
  ])('%s keeps one offset', (zone, hours) => {
    expect(yearlyRule(zone)).toMatchObject({ kind: 'fixed', offset: hours * HOUR })
  })

  it('reads Europe/London: the last Sundays of March and October', () => {
    expect(yearlyRule('Europe/London')).toEqual({
      kind: 'seasonal',
      since: Date.parse('2015-03-29T01:00Z'),
      standard: { month: 10, week: -1, weekday: 0, timeOfDay: 2 * HOUR, offset: 0 },
      daylight: { month: 3, week: -1, weekday: 0, timeOfDay: 1 * HOUR, offset: 1 * HOUR },
    })
  })

  it('reads Australia/Lord_Howe: half an hour, on the first Sundays of April and October', () => {
    expect(yearlyRule('Australia/Lord_Howe')).toMatchObject({
      standard: { month: 4, week: 1, weekday: 0, timeOfDay: 2 * HOUR, offset: 10.5 * HOUR },
      daylight: { month: 10, week: 1, weekday: 0, timeOfDay: 2 * HOUR, offset: 11 * HOUR },
    })
  })

  it('begins when the current rule began', () => {
    expect(yearlyRule('America/Sao_Paulo')?.since).toBe(Date.parse('2019-02-17T02:00Z'))
    expect(yearlyRule('Europe/Istanbul')?.since).toBe(Date.parse('2016-03-27T01:00Z'))
    expect(yearlyRule('Pacific/Norfolk')?.since).toBe(Date.parse('2019-10-05T15:00Z'))
  })

  it.each(['Asia/Gaza', 'Asia/Jerusalem', 'America/Santiago', 'America/Nuuk'])(
    'finds none for %s',
    (zone) => {
      expect(yearlyRule(zone)).toBeUndefined()
    },
  )

  it('finds no fixed offset for Africa/Casablanca as long as it changes the clock for Ramadan', () => {
    expect(yearlyRule('Africa/Casablanca')?.since ?? Infinity).toBeGreaterThan(
      Date.parse('2026-03-22T02:00Z'),
    )
  })

  // Every week inside the tables, less often to the end of the century. (zone.test.ts checks offsetAt itself.)
  it('matches the offsets of every zone from then on', () => {
    const wrong: string[] = []
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const rule = yearlyRule(zone)
      if (!rule) continue
      for (let time = rule.since; time < Date.UTC(2100); time += (time < TABLE_TO ? 7 : 311) * DAY) {
        if (ruleOffset(rule, time) !== offsetAt(zone, time))
          wrong.push(`${zone} ${new Date(time).toISOString()}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

function ruleOffset(rule: YearlyRule, time: number): number {
  if (rule.kind === 'fixed') return rule.offset
  const { standard, daylight } = rule
  const year = new Date(time).getUTCFullYear()
  const toStandard = occurrence(standard, year) - daylight.offset
  const toDaylight = occurrence(daylight, year) - standard.offset
  const summer =
    toDaylight < toStandard
      ? time >= toDaylight && time < toStandard
      : time >= toDaylight || time < toStandard
  return summer ? daylight.offset : standard.offset
}

/** The local time of an onset in a year, found by checking every day of its month. */
function occurrence({ month, week, weekday, timeOfDay }: Onset, year: number): number {
  const days = Array.from({ length: new Date(Date.UTC(year, month, 0)).getUTCDate() }, (_, i) =>
    Date.UTC(year, month - 1, i + 1),
  )
  const matching = days.filter((day) => new Date(day).getUTCDay() === weekday)
  return matching.at(week === -1 ? -1 : week - 1)! + timeOfDay
}
