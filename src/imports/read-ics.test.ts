import { describe, expect, it } from 'vitest'
import { readIcs } from './read-ics.ts'

const NOW = Date.UTC(2026, 0, 1)

function read(...lines: string[]) {
  return readIcs(
    Buffer.from(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')),
    'Europe/London',
    NOW,
  )
}

function event(...lines: string[]) {
  return ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT']
}

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

  it('may be broken in one event without harm to the others', () => {
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

  it('may not stop half way', () => {
    const whole = ['BEGIN:VCALENDAR', ...event('DTSTART:20260701'), 'BEGIN:VEVENT', 'UID:two'].join('\n')
    const file = readIcs(Buffer.from(whole), 'UTC', NOW)
    expect(file.records).toHaveLength(1)
    expect(file.faults).toEqual([
      { line: 1, message: 'The file is cut off: BEGIN:VCALENDAR has no END' },
      { line: 7, message: 'BEGIN:VEVENT has no END' },
    ])
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

  it('are converted where the file alone knows their zone', () => {
    const winter = event('DTSTART;TZID=Customized Time Zone:20260105T190000', 'DURATION:PT1H')
    const summer = event('DTSTART;TZID=Customized Time Zone:20260701T190000', 'DURATION:PT1H', 'UID:two')
    const { records } = read(...OWN_ZONE, ...winter, ...summer.filter((line) => line !== 'UID:one'))
    expect(records.map(({ input }) => [input.startTime, input.timezone])).toEqual([
      ['18:00', 'Europe/London'],
      ['18:00', 'Europe/London'],
    ])
  })
})

describe('a series', () => {
  const starts = (...lines: string[]) =>
    read(...event('DTSTART;TZID=Europe/Berlin:20260318T190000', ...lines))
      .records.filter((record) => !record.cancelled)
      .map(({ input }) => `${String(input.startDate)} ${String(input.startTime)}`)

  it('keeps its time of day over a clock change', () => {
    expect(starts('RRULE:FREQ=WEEKLY;COUNT=3')).toEqual([
      '2026-03-18 19:00',
      '2026-03-25 19:00',
      '2026-04-01 19:00',
    ])
  })

  it('ends at UNTIL, an instant or a whole day', () => {
    expect(starts('RRULE:FREQ=WEEKLY;UNTIL=20260401T170000Z')).toHaveLength(3)
    expect(starts('RRULE:FREQ=WEEKLY;UNTIL=20260401T165959Z')).toHaveLength(2)
    expect(starts('RRULE:FREQ=WEEKLY;UNTIL=20260401')).toHaveLength(3)
  })

  it('names each instance by when it would take place, which stays when one is moved', () => {
    const master = event('DTSTART;TZID=Europe/Berlin:20260318T190000', 'RRULE:FREQ=WEEKLY;COUNT=3')
    const moved = event('RECURRENCE-ID:20260325T180000Z', 'DTSTART;TZID=Europe/Berlin:20260326T200000')
    const { records, faults } = read(...master, ...moved)
    expect(faults).toEqual([])
    expect(records.map((record) => [record.reference, record.cancelled, record.input.startDate])).toEqual([
      ['one', true, '2026-03-18'],
      ['one/20260318T180000Z', false, '2026-03-18'],
      ['one/20260401T170000Z', false, '2026-04-01'],
      ['one/20260325T180000Z', false, '2026-03-26'],
    ])
  })

  it('leaves out exceptions, calling off what may be there, and adds extra dates', () => {
    const { records } = read(
      ...event(
        'DTSTART;TZID=Europe/Berlin:20260318T190000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;TZID=Europe/Berlin:20260325T190000',
        'EXDATE;VALUE=DATE:20260401',
        'RDATE:20260402T170000Z',
      ),
    )
    expect(records.filter((record) => !record.cancelled).map((record) => record.reference)).toEqual([
      'one/20260318T180000Z',
      'one/20260402T170000Z',
    ])
    expect(records.filter((record) => record.cancelled).map((record) => record.reference)).toEqual([
      'one',
      'one/20260325T180000Z',
      'one/20260401T170000Z',
      'one/20260331T220000Z',
    ])
  })

  it('is followed two years ahead, and for its last 1000 instances', () => {
    expect(starts('RRULE:FREQ=MONTHLY').at(-1)).toBe('2027-12-18 19:00')
    const daily = read(...event('DTSTART:20200101T190000', 'RRULE:FREQ=DAILY')).records
    expect(daily).toHaveLength(1001)
    expect(daily.at(-1)!.input.startDate).toBe('2027-12-31')
  })

  it.each([
    ['a leap day each year', 'DTSTART;VALUE=DATE:20240229', 'FREQ=YEARLY', ['2024-02-29']],
    [
      'the last Friday',
      'DTSTART;VALUE=DATE:20260130',
      'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3',
      ['2026-01-30', '2026-02-27', '2026-03-27'],
    ],
    [
      'every second week',
      'DTSTART;VALUE=DATE:20260105',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4',
      ['2026-01-05', '2026-01-07', '2026-01-19', '2026-01-21'],
    ],
    [
      'a rule that matches nothing but the start',
      'DTSTART;VALUE=DATE:20260105',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      ['2026-01-05'],
    ],
  ])('may be %s', (_, start, rule, expected) => {
    const { records } = read(...event(start, `RRULE:${rule}`))
    expect(records.filter((record) => !record.cancelled).map(({ input }) => input.startDate)).toEqual(
      expected,
    )
  })

  it.each(['FREQ=SECONDLY', 'FREQ=YEARLY;BYWEEKNO=20', 'FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=1'])(
    'may not be %s',
    (rule) => {
      const { records, faults } = read(...event('DTSTART:20260105T100000', `RRULE:${rule}`))
      expect(records).toEqual([])
      expect(faults).toEqual([{ line: 2, message: `Event recurs by a rule that can't be read: ${rule}` }])
    },
  )

  it('may not keep us busy', () => {
    const { faults } = read(...event('DTSTART:19700101T100000', 'RRULE:FREQ=HOURLY'))
    expect(faults).toEqual([{ line: 2, message: 'Event recurs too often' }])
  })
})

describe('the other fields of an event', () => {
  it('are its reminders, of those before the start the first two', () => {
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

  it('are not there at all where no event of the file has them', () => {
    const { records } = read(...event('DTSTART:20260701T190000'))
    expect(Object.keys(records[0]!.input).join()).not.toMatch(/alert|quickLink/)
  })

  it('are its address on the web, as the first quick link', () => {
    const { records } = read(
      ...event('DTSTART:20260701T190000', 'URL:https://example.com/a;b'),
      ...event('DTSTART:20260701T190000', 'UID:two', 'URL:message:1').filter((line) => line !== 'UID:one'),
    )
    expect(records.map(({ input }) => [input['quickLink[1][name]'], input['quickLink[1][url]']])).toEqual([
      ['More information', 'https://example.com/a;b'],
      ['', ''],
    ])
  })

  it('tell that it is called off, alone or with the whole file', () => {
    expect(read(...event('DTSTART:20260701', 'STATUS:CANCELLED')).records).toMatchObject([
      { cancelled: true },
    ])
    expect(read('METHOD:CANCEL', ...event('DTSTART:20260701')).records).toMatchObject([{ cancelled: true }])
  })

  it('give it a reference where it has no UID, or one too long to store', () => {
    const without = event('DTSTART:20260701').filter((line) => line !== 'UID:one')
    expect(read(...without).records[0]!.reference).toMatch(/^import-[0-9a-f]{24}$/)
    const long = without.toSpliced(1, 0, `UID:${'x'.repeat(300)}`)
    expect(read(...long).records[0]!.reference).toMatch(/^[0-9a-f]{64}$/)
  })
})
