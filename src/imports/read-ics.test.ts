import { describe, expect, it } from 'vitest'
import { event, NOW, read } from '../../test/support/ics-file.ts'
import { readIcs } from './read-ics.ts'

/** The times of the only event. */
function times(...lines: string[]) {
  const file = read(...event(...lines))
  expect(file.faults).toEqual([])
  const { startDate, startTime, endDate, endTime, timezone } = file.records[0]!.input
  return [startDate, startTime, endDate, endTime, timezone]
}

/** A zone of the rules of central Europe, under a name that means nothing elsewhere. */
const OWN_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

describe('the text of a calendar file', () => {
  it('is unfolded, unescaped and trimmed', () => {
    const file = read(
      ...event('DTSTART:20260701T190000', 'LOCATION:Main St', ' reet\\, 1', 'DESCRIPTION:a\\nb\\;', '\tc '),
    )
    expect(file.records[0]).toMatchObject({
      line: 2,
      reference: 'one',
      input: { name: 'One', location: 'Main Street, 1', details: 'a\nb;c' },
    })
  })

  it('may be folded within a character', () => {
    const [before, after] = [
      Buffer.from('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260701\nSUMMARY:M'),
      Buffer.from('nchen\nEND:VEVENT\nEND:VCALENDAR'),
    ]
    const bytes = Buffer.concat([before, Buffer.from([0xc3]), Buffer.from('\n '), Buffer.from([0xbc]), after])
    expect(readIcs(bytes, 'UTC', NOW).records[0]!.input.name).toBe('München')
  })

  it('may have one invalid event: the others are read', () => {
    const file = read(
      ...event('DTSTART:20260701T190000', 'DESCRIPTION:one', 'two'),
      ...event('DTSTART:20260230T190000'),
      ...event(),
      ...event('DTSTART;TZID=Nowhere:20260701T190000'),
      ...event('DTSTART:20260701T190000', 'RRULE:FREQ=DAILY;BYDAY=XX'),
      ...event('DTSTART:20260701T190000', 'X-ODD;WITHOUT:value'),
    )
    expect(file.faults).toEqual([
      {
        line: 7,
        message:
          'Event has a line that is no "NAME:value", and does not continue one: it has no space before it',
      },
      { line: 9, message: 'DTSTART is no date or time that exists' },
      { line: 14, message: 'DTSTART is required' },
      { line: 18, message: 'Time zone "Nowhere" is not known, and the file does not describe it' },
      { line: 23, message: expect.stringContaining('BYDAY') },
    ])
    expect(file.records).toMatchObject([{ line: 29 }])
  })

  it('is refused if it is cut off', () => {
    const whole = ['BEGIN:VCALENDAR', ...event('DTSTART:20260701'), 'BEGIN:VEVENT', 'UID:two'].join('\n')
    const file = readIcs(Buffer.from(whole), 'UTC', NOW)
    expect(file.records).toHaveLength(1)
    expect(file.faults).toEqual([
      { line: 1, message: 'The file is cut off: BEGIN:VCALENDAR has no END' },
      { line: 7, message: 'BEGIN:VEVENT has no END' },
    ])
  })
})

describe('a line that can’t be read', () => {
  it.each([
    ['DURATION:PX', 'DURATION:PX'],
    ['DURATION:', 'DURATION:'],
    ['SUMMARY;LANGUAGE:x', 'SUMMARY;LANGUAGE:x'],
    ['RRULE:FREQ=DAILY;UNTIL', undefined],
    ['RRULE:FREQ=WEEKLY;BYDAY', undefined],
    ['BEGIN:VALARM', undefined],
    ['DURATION:P99999999999999W', undefined],
  ])('is named in a sentence: %s', (line, named) => {
    const { faults } = read(...event('DTSTART:20260701T190000', line))
    expect(faults).toHaveLength(1)
    const { message } = faults[0]!
    if (named) expect(message).toBe(`Event has a line that can't be read: ${named}`)
    expect(message).not.toMatch(/undefined|null|NaN|property|extract|Invalid/)
  })
})

describe('the times of an event', () => {
  it.each([
    [
      'in an IANA zone',
      ['DTSTART;TZID=America/New_York:20260701T190000', 'DTEND;TZID=America/New_York:20260701T210000'],
      ['2026-07-01', '19:00', '2026-07-01', '21:00', 'America/New_York'],
    ],
    [
      'in a zone with a prefix',
      ['DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260701T190000', 'DURATION:PT1H'],
      ['2026-07-01', '19:00', '2026-07-01', '20:00', 'Europe/Berlin'],
    ],
    [
      'in a zone of Windows',
      ['DTSTART;TZID="W. Europe Standard Time":20260701T190000', 'DURATION:PT1H'],
      ['2026-07-01', '19:00', '2026-07-01', '20:00', 'Europe/Berlin'],
    ],
    [
      'in UTC, in the publisher’s zone',
      ['DTSTART:20260701T190000Z', 'DTEND:20260701T230500Z'],
      ['2026-07-01', '20:00', '2026-07-02', '00:05', 'Europe/London'],
    ],
    [
      'in UTC, as they are where a clock change repeats the hour',
      ['DTSTART:20261025T011500Z', 'DTEND:20261025T020000Z'],
      ['2026-10-25', '01:15', '2026-10-25', '02:00', 'UTC'],
    ],
    [
      'floating, in the publisher’s zone',
      ['DTSTART:20260701T190000', 'DTEND:20260701T210000'],
      ['2026-07-01', '19:00', '2026-07-01', '21:00', 'Europe/London'],
    ],
    [
      'ending in another zone',
      ['DTSTART;TZID=Europe/London:20260701T190000', 'DTEND;TZID=Europe/Paris:20260701T220000'],
      ['2026-07-01', '19:00', '2026-07-01', '21:00', 'Europe/London'],
    ],
    [
      'without an end',
      ['DTSTART:20260701T190000'],
      ['2026-07-01', '19:00', '2026-07-01', '19:00', 'Europe/London'],
    ],
    [
      'lasting an hour by the clock over a change',
      ['DTSTART:20260329T003000', 'DURATION:PT1H'],
      ['2026-03-29', '00:30', '2026-03-29', '02:30', 'Europe/London'],
    ],
    [
      'lasting a day by the calendar over a change',
      ['DTSTART:20260328T120000', 'DURATION:P1D'],
      ['2026-03-28', '12:00', '2026-03-29', '12:00', 'Europe/London'],
    ],
    [
      'all day, the end exclusive',
      ['DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260703'],
      ['2026-07-01', '', '2026-07-02', '', 'Europe/London'],
    ],
    [
      'all day, without an end',
      ['DTSTART;VALUE=DATE:20260701'],
      ['2026-07-01', '', '2026-07-01', '', 'Europe/London'],
    ],
    [
      'all day, for some days',
      ['DTSTART;VALUE=DATE:20260701', 'DURATION:P3D'],
      ['2026-07-01', '', '2026-07-03', '', 'Europe/London'],
    ],
    [
      'all day, not called a date',
      ['DTSTART:20260701'],
      ['2026-07-01', '', '2026-07-01', '', 'Europe/London'],
    ],
    [
      'all day, as Exchange writes it',
      ['DTSTART:20260701T000000', 'DTEND:20260702T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
      ['2026-07-01', '', '2026-07-01', '', 'Europe/London'],
    ],
  ])('are read %s', (_, lines, expected) => {
    expect(times(...lines)).toEqual(expected)
  })

  it('are converted if only the file describes their zone', () => {
    const winter = event('DTSTART;TZID=Customized Time Zone:20260105T190000', 'DURATION:PT1H')
    const summer = event('DTSTART;TZID=Customized Time Zone:20260701T190000', 'DURATION:PT1H', 'UID:two')
    const { records } = read(...OWN_ZONE, ...winter, ...summer.filter((line) => line !== 'UID:one'))
    expect(records.map(({ input }) => [input.startTime, input.timezone])).toEqual([
      ['18:00', 'Europe/London'],
      ['18:00', 'Europe/London'],
    ])
  })

  it('before the first onset of the zone use its first rule', () => {
    const late = OWN_ZONE.map((line) => line.replace('DTSTART:1601', 'DTSTART:2030'))
    const once = late.filter((line) => !line.startsWith('RRULE'))
    const at = (zone: string[], day: string) =>
      read(...zone, ...event(`DTSTART;TZID=Customized Time Zone:${day}T190000`, 'DURATION:PT1H')).records[0]!
        .input.startTime
    expect([at(late, '20260105'), at(late, '20260701')]).toEqual(['18:00', '18:00'])
    // Without rules the clock is as the first change, of January 2030, finds it.
    expect([at(once, '20260105'), at(once, '20300601')]).toEqual(['18:00', '18:00'])
  })

  it('use the IANA name of a zone rather than its description', () => {
    const named = OWN_ZONE.map((line) =>
      line.replace('DTSTART:1601', 'DTSTART:2030').replace('Customized Time Zone', 'Europe/Berlin'),
    )
    const file = read(...named, ...event('DTSTART;TZID=Europe/Berlin:20260105T190000', 'DURATION:PT1H'))
    expect(file.records[0]!.input).toMatchObject({ startTime: '19:00', timezone: 'Europe/Berlin' })
  })
})

describe('an event with two versions in a file', () => {
  const version = (sequence: number, name: string, ...lines: string[]) => [
    ...['BEGIN:VEVENT', 'UID:one', `SUMMARY:${name}`, `SEQUENCE:${sequence}`, ...lines, 'END:VEVENT'],
  ]

  it('has the version with the highest SEQUENCE, in any order', () => {
    const [older, newer] = [version(2, 'Older', 'DTSTART:20260701'), version(10, 'Newer', 'DTSTART:20260702')]
    for (const file of [read(...older, ...newer), read(...newer, ...older)])
      expect(file).toMatchObject({ faults: [], records: [{ input: { name: 'Newer' } }] })
    const series = version(1, 'Series', 'DTSTART:20260701', 'RRULE:FREQ=DAILY;COUNT=3')
    expect(read(...series, ...newer).records).toMatchObject([{ reference: 'one', cancelled: false }])
  })

  it('is a fault if both have the same SEQUENCE', () => {
    const file = read(...version(1, 'One', 'DTSTART:20260701'), ...version(1, 'Two', 'DTSTART:20260702'))
    expect(file.records).toMatchObject([{ input: { name: 'One' } }])
    expect(file.faults).toEqual([{ line: 8, message: 'Event reference [one] is that of line 2 too' }])
  })
})

describe('the other fields of an event', () => {
  it('are the first two reminders before the start', () => {
    const alarm = (trigger: string) => ['BEGIN:VALARM', 'ACTION:DISPLAY', trigger, 'END:VALARM']
    const alarms = [
      alarm('TRIGGER;VALUE=DATE-TIME:20260701T100000Z'),
      alarm('TRIGGER;RELATED=END:-PT5M'),
      alarm('TRIGGER:PT5M'),
      alarm('TRIGGER:-PT90M'),
      alarm('TRIGGER:-P1W'),
      alarm('TRIGGER:-PT15M'),
    ]
    const { records } = read(...event('DTSTART:20260701T190000', ...alarms.flat()))
    expect(records[0]!.input).toMatchObject({ alert: '90M', alert2: '7D' })
  })

  it('leave out and count reminders that our events can’t have', () => {
    const alarm = (trigger: string) => ['BEGIN:VALARM', 'ACTION:DISPLAY', trigger, 'END:VALARM']
    const triggers = [
      'TRIGGER:-PT15M',
      'TRIGGER:-PT15M',
      'TRIGGER:-P1D',
      'TRIGGER:-P2D',
      'TRIGGER:PT5M',
      'X-NO:1',
    ]
    const many = event('DTSTART:20260701T190000', 'RRULE:FREQ=DAILY;COUNT=3', ...triggers.flatMap(alarm))
    const one = event(
      'DTSTART:20260702',
      'RECURRENCE-ID:20260702T190000',
      ...alarm('TRIGGER;RELATED=END:PT0M'),
    )
    expect(read(...many, ...one)).toMatchObject({ faults: [], droppedAlarms: 4 })
    expect(read(...event('DTSTART:20260702', ...alarm('TRIGGER:-PT15M')))).toMatchObject({ droppedAlarms: 0 })
  })

  it('are missing if no event of the file has them', () => {
    const { records } = read(...event('DTSTART:20260701T190000'))
    expect(Object.keys(records[0]!.input).join()).not.toMatch(/alert|quickLink/)
  })

  it('have its URL as the first quick link', () => {
    const { records } = read(
      ...event('DTSTART:20260701T190000', 'URL:https://example.com/a;b'),
      ...event('DTSTART:20260701T190000', 'UID:two', 'URL:message:1').filter((line) => line !== 'UID:one'),
    )
    expect(records.map(({ input }) => [input['quickLink[1][name]'], input['quickLink[1][url]']])).toEqual([
      ['More information', 'https://example.com/a;b'],
      ['', ''],
    ])
  })

  it('are cancelled, alone or with the whole file', () => {
    expect(read(...event('DTSTART:20260701', 'STATUS:CANCELLED')).records).toMatchObject([
      { cancelled: true },
    ])
    expect(read('METHOD:CANCEL', ...event('DTSTART:20260701')).records).toMatchObject([{ cancelled: true }])
  })

  it('have a reference even if the UID is missing or too long', () => {
    const without = event('DTSTART:20260701').filter((line) => line !== 'UID:one')
    expect(read(...without).records[0]!.reference).toMatch(/^import-[0-9a-f]{24}$/)
    const long = without.toSpliced(1, 0, `UID:${'x'.repeat(300)}`)
    expect(read(...long).records[0]!.reference).toMatch(/^[0-9a-f]{64}$/)
  })
})
