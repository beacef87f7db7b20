import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { yearlyRule } from '../time/yearly-rule.ts'
import { utcToLocal } from '../time/zone.ts'
import { vtimezone, writtenInZone } from './vtimezone.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)

describe('vtimezone', () => {
  it('repeats the two clock changes of Europe/London from 1970', () => {
    expect(vtimezone('Europe/London').split('\r\n')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/London',
      'BEGIN:STANDARD',
      'DTSTART:19701025T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:19700329T010000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
      '',
    ])
  })

  it.each([
    ['Asia/Kolkata', '+0530'],
    ['Pacific/Marquesas', '-0930'],
    ['Etc/GMT-14', '+1400'],
    ['America/Sao_Paulo', '-0300'],
  ])('is one STANDARD for %s', (tzid, offset) => {
    expect(vtimezone(tzid)).toBe(
      `BEGIN:VTIMEZONE\r\nTZID:${tzid}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n` +
        `TZOFFSETFROM:${offset}\r\nTZOFFSETTO:${offset}\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`,
    )
  })

  it.each([
    ['Pacific/Chatham', 'DTSTART:19700405T034500', 'TZOFFSETTO:+1245', 'BYMONTH=4;BYDAY=1SU'],
    ['America/St_Johns', 'DTSTART:19700308T020000', 'TZOFFSETTO:-0230', 'BYMONTH=3;BYDAY=2SU'],
    ['Australia/Lord_Howe', 'DTSTART:19701004T020000', 'TZOFFSETTO:+1100', 'BYMONTH=10;BYDAY=1SU'],
  ])('%s', (tzid, ...lines) => {
    for (const line of lines) expect(vtimezone(tzid)).toContain(line)
  })

  it("keeps the publisher's spelling", () => {
    expect(vtimezone('Europe/Kyiv')).toContain('TZID:Europe/Kyiv\r\n')
    expect(vtimezone('Europe/Kiev')).toContain('TZID:Europe/Kiev\r\n')
  })

  it('throws for a zone without a yearly rule', () => {
    expect(() => vtimezone('Asia/Gaza')).toThrow(RangeError)
  })
})

describe('writtenInZone', () => {
  it.each([
    ['Europe/London', '2026-07-01T12:00Z', true],
    ['Europe/London', '2014-07-01T12:00Z', false], // before the tables
    ['Asia/Gaza', '2026-07-01T12:00Z', false], // no rule
    ['Africa/Casablanca', '2026-03-01T12:00Z', false], // Ramadan
    ['America/Sao_Paulo', '2018-12-01T12:00Z', false], // summer time, given up in 2019
    ['America/Sao_Paulo', '2019-12-01T12:00Z', true],
    ['Europe/London', '2026-10-24T21:00Z', true],
    ['Europe/London', '2026-10-25T00:30Z', false], // the first 01:30
    ['Europe/London', '2026-10-25T01:30Z', false], // the second
    ['Europe/London', '2026-10-25T04:00Z', true],
    ['Antarctica/Troll', '2026-10-24T23:00Z', false], // the first 01:00 of two, two hours apart
  ])('%s at %s: %s', (tzid, instant, answer) => expect(writtenInZone(tzid, at(instant))).toBe(answer))
})

// ical.js has no built-in zones, so its results come only from our VTIMEZONE.
it('gives ical.js the same offsets as the zone, every hour of the months with clock changes', () => {
  const wrong: string[] = []
  for (const tzid of zonesOfEachRule()) {
    const read = new ICAL.Timezone(new ICAL.Component(ICAL.parse(vtimezone(tzid))))
    for (const time of instants(tzid)) {
      const wall = ICAL.Time.fromJSDate(new Date(utcToLocal(tzid, time)), true)
      wall.zone = read
      if (wall.toUnixTime() * 1000 !== time) wrong.push(`${tzid} ${new Date(time).toISOString()}`)
    }
  }
  expect(wrong).toEqual([])

  /** One zone for each different block. */
  function zonesOfEachRule(): Iterable<string> {
    const zones = Intl.supportedValuesOf('timeZone').filter((tzid) => yearlyRule(tzid))
    return new Map(zones.map((tzid) => [vtimezone(tzid).replace(tzid, ''), tzid])).values()
  }

  function instants(tzid: string): number[] {
    const rule = yearlyRule(tzid)!
    const months = rule.kind === 'fixed' ? [1, 7] : [rule.standard.month, rule.daylight.month]
    const starts = [2026, 2033].flatMap((year) => months.map((month) => Date.UTC(year, month - 1)))
    const hours = Array.from({ length: 31 * 24 }, (_, hour) => hour * HOUR)
    return starts
      .flatMap((start) => hours.map((hour) => start + hour))
      .filter((time) => writtenInZone(tzid, time))
  }
})
