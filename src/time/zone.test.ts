import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { isTimeZone, localToUtc, offsetAt, utcToLocal } from './zone.ts'
import { TABLE_FROM, TABLE_TO } from './zone-table.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const ALIASES = (
  'UTC GMT Etc/UTC Zulu Asia/Kolkata Asia/Kathmandu Asia/Yangon Europe/Kyiv America/Nuuk Pacific/Kanton ' +
  'US/Eastern US/Pacific GB NZ NZ-CHAT EST5EDT CET MET W-SU Cuba Egypt Eire Etc/GMT+5 Etc/GMT-14 ' +
  'America/Argentina/ComodRivadavia Australia/LHI Chile/Continental europe/london'
).split(' ')
const ZONES = [...Intl.supportedValuesOf('timeZone'), ...ALIASES]

const utc = (text: string) => Date.parse(text.endsWith('Z') ? text : `${text}Z`)

/** The same functions by temporal-polyfill. */
const oracle = {
  zoned: (zone: string, time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone),
  offsetAt: (zone: string, time: number) => oracle.zoned(zone, time).offsetNanoseconds / 1e6,
  localToUtc: (zone: string, local: number) =>
    oracle.zoned('UTC', local).toPlainDateTime().toZonedDateTime(zone).epochMilliseconds,
  changes(zone: string, from: number, to: number): number[] {
    const found: number[] = []
    let next = oracle.zoned(zone, from).getTimeZoneTransition('next')
    for (; next && next.epochMilliseconds < to; next = next.getTimeZoneTransition('next')) {
      found.push(next.epochMilliseconds)
    }
    return found
  },
}

describe('isTimeZone', () => {
  it('knows every zone of the runtime and the old names', () => {
    expect(ZONES.filter((name) => !isTimeZone(name))).toEqual([])
  })

  it.each([
    '',
    ' ',
    '+02:00',
    '-05',
    'Z',
    'GMT+5',
    'IST',
    'PST',
    'Europe',
    'Europe/',
    '/London',
    'Europe/London ',
    'Europe/Atlantis',
  ])('refuses %j', (name) => expect(isTimeZone(name)).toBe(false))

  it.each([
    'Europe/London\n',
    'Europe/London\0',
    'Europe/Lōndon',
    '../etc/passwd',
    '__proto__',
    'constructor',
    'undefined',
  ])('refuses the odd %j', (name) => expect(isTimeZone(name)).toBe(false))

  it('refuses long names quickly', () => {
    const long = 'A/'.repeat(500_000)
    for (let i = 0; i < 1000; i++) expect(isTimeZone(long + i)).toBe(false)
  })
})

describe('against temporal-polyfill, around every clock change of 2020 to 2039', () => {
  it.each(ZONES)('%s', (zone) => {
    const wrong: string[] = []
    const compare = (what: 'offsetAt' | 'localToUtc', time: number) => {
      const [ours, theirs] = [
        what === 'offsetAt' ? offsetAt(zone, time) : localToUtc(zone, time),
        oracle[what](zone, time),
      ]
      if (ours !== theirs) wrong.push(`${what} ${new Date(time).toISOString()}: ${ours}, not ${theirs}`)
    }
    for (const change of oracle.changes(zone, utc('2020-01-01'), utc('2040-01-01'))) {
      for (const time of [change - 1, change]) compare('offsetAt', time)
      const walls = [change - 1, change]
        .map((time) => time + oracle.offsetAt(zone, time))
        .sort((a, b) => a - b)
      const [low, high] = [walls[0]!, walls[1]!]
      for (const local of [low - 1, low, low + 1, (low + high) / 2, high - 1, high, high + 1]) {
        compare('localToUtc', Math.floor(local))
      }
    }
    for (let time = utc('2020-01-15T12:00'); time < utc('2040-01-01'); time += 97 * 24 * HOUR) {
      compare('offsetAt', time)
      compare('localToUtc', time)
    }
    expect(wrong).toEqual([])
  })
})

describe('at the borders of the tables and beyond', () => {
  it.each(['Europe/London', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Gaza', 'Australia/Sydney'])(
    '%s',
    (zone) => {
      for (const border of [TABLE_FROM, TABLE_TO]) {
        for (let time = border - 48 * HOUR; time < border + 48 * HOUR; time += HOUR / 2) {
          expect(offsetAt(zone, time)).toBe(oracle.offsetAt(zone, time))
          expect(localToUtc(zone, time)).toBe(oracle.localToUtc(zone, time))
        }
      }
    },
  )

  it.each([
    ['Europe/London', '1969-07-20T20:17', '1969-07-20T19:17Z'], // British Standard Time, all year
    ['Africa/Monrovia', '1970-01-01T00:00', '1970-01-01T00:44:30Z'],
    ['Pacific/Apia', '2011-12-29T23:59', '2011-12-30T09:59Z'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00Z'], // a day that never was
    ['Pacific/Apia', '2011-12-31T00:00', '2011-12-30T10:00Z'],
    ['America/New_York', '2099-07-04T12:00', '2099-07-04T16:00Z'],
  ])('%s %s is %s', (zone, local, instant) => expect(localToUtc(zone, utc(local))).toBe(utc(instant)))
})

describe('by hand', () => {
  it.each([
    ['Europe/London', '2026-03-29T01:30', '2026-03-29T01:30Z'], // skipped: 02:30 BST
    ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30Z'], // repeated: the one in summer time
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45Z'], // half an hour skipped
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45Z'], // half an hour repeated
    ['Africa/Casablanca', '2026-03-01T12:00', '2026-03-01T12:00Z'], // Ramadan
    ['Africa/Casablanca', '2026-04-01T12:00', '2026-04-01T11:00Z'],
    ['America/Sao_Paulo', '2018-12-01T12:00', '2018-12-01T14:00Z'], // the last summer time there
    ['America/Sao_Paulo', '2026-12-01T12:00', '2026-12-01T15:00Z'],
    ['Asia/Kolkata', '2026-07-01T05:30', '2026-07-01T00:00Z'],
  ])('%s %s is %s', (zone, local, instant) => expect(localToUtc(zone, utc(local))).toBe(utc(instant)))

  it('converts an instant to local time', () => {
    expect(utcToLocal('Asia/Kathmandu', utc('2026-07-01T00:00'))).toBe(utc('2026-07-01T05:45'))
    expect(utcToLocal('America/St_Johns', utc('2026-07-01T00:00'))).toBe(utc('2026-06-30T21:30'))
  })

  it('throws for an unknown zone', () => {
    expect(() => offsetAt('Europe/Atlantis', 0)).toThrow(RangeError)
    expect(() => localToUtc('+02:00', 0)).toThrow(RangeError)
  })
})
