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

  it('are converted where the file alone knows their zone', () => {
    const winter = event('DTSTART;TZID=Customized Time Zone:20260105T190000', 'DURATION:PT1H')
    const summer = event('DTSTART;TZID=Customized Time Zone:20260701T190000', 'DURATION:PT1H', 'UID:two')
    const { records } = read(...OWN_ZONE, ...winter, ...summer.filter((line) => line !== 'UID:one'))
    expect(records.map(({ input }) => [input.startTime, input.timezone])).toEqual([
      ['18:00', 'Europe/London'],
      ['18:00', 'Europe/London'],
    ])
  })

  it('before the zone of the file begins go by its first rule', () => {
    const late = OWN_ZONE.map((line) => line.replace('DTSTART:1601', 'DTSTART:2030'))
    const once = late.filter((line) => !line.startsWith('RRULE'))
    const at = (zone: string[], day: string) =>
      read(...zone, ...event(`DTSTART;TZID=Customized Time Zone:${day}T190000`, 'DURATION:PT1H')).records[0]!
        .input.startTime
    expect([at(late, '20260105'), at(late, '20260701')]).toEqual(['18:00', '18:00'])
    // Without rules the clock is as the first change, of January 2030, finds it.
    expect([at(once, '20260105'), at(once, '20300601')]).toEqual(['18:00', '18:00'])
  })

  it('in a zone that the file names and describes are those of the name', () => {
    const named = OWN_ZONE.map((line) =>
      line.replace('DTSTART:1601', 'DTSTART:2030').replace('Customized Time Zone', 'Europe/Berlin'),
    )
    const file = read(...named, ...event('DTSTART;TZID=Europe/Berlin:20260105T190000', 'DURATION:PT1H'))
    expect(file.records[0]!.input).toMatchObject({ startTime: '19:00', timezone: 'Europe/Berlin' })
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

  it('is followed two years ahead', () => {
    expect(starts('RRULE:FREQ=MONTHLY').at(-1)).toBe('2027-12-18 19:00')
  })

  it('of more than 1000 dates keeps those that come next, then the latest past ones, and says so', () => {
    const days = ({ records }: ReturnType<typeof read>) =>
      records.filter((record) => !record.cancelled).map(({ input }) => String(input.startDate))
    const daily = read(...event('DTSTART:20200101T190000', 'RRULE:FREQ=DAILY'))
    expect(days(daily)).toHaveLength(1000)
    expect([days(daily)[0], days(daily).at(-1)]).toEqual(['2025-04-06', '2027-12-31'])
    expect(daily.notes).toEqual([
      {
        line: 2,
        message:
          '"One" has 2922 dates up to 2027-12-31, and 1000 are read of a series: 1922 before 2025-04-06 are left out',
      },
    ])
    const hourly = read(...event('DTSTART:20250101T000000', 'RRULE:FREQ=HOURLY'))
    expect([days(hourly)[0], days(hourly).at(-1)]).toEqual(['2026-01-01', '2026-02-11'])
    expect(hourly.notes[0]!.message).toContain(
      '8760 before 2026-01-01 and 16521 after 2026-02-11 are left out',
    )
    const over = read(...event('DTSTART:20200101T190000', 'RRULE:FREQ=DAILY;UNTIL=20241231'))
    expect([days(over)[0], days(over).at(-1)]).toEqual(['2022-04-07', '2024-12-31'])
  })

  it('counts only the dates it has', () => {
    const months = ['RRULE:FREQ=MONTHLY;BYMONTH=1,3,5;COUNT=4']
    expect(starts(...months)).toEqual([
      '2026-03-18 19:00',
      '2026-05-18 19:00',
      '2027-01-18 19:00',
      '2027-03-18 19:00',
    ])
    const leap = read(...event('DTSTART;VALUE=DATE:20160229', 'RRULE:FREQ=YEARLY;COUNT=3')).records
    expect(leap.slice(1).map(({ input }) => input.startDate)).toEqual([
      '2016-02-29',
      '2020-02-29',
      '2024-02-29',
    ])
  })

  it.each([
    ['COUNT=-1', 'Event recurs with COUNT=-1: it must be a whole number from 1'],
    ['COUNT=0', 'Event recurs with COUNT=0: it must be a whole number from 1'],
    ['INTERVAL=999999999', 'Event recurs with INTERVAL=999999999: it must not be more than 1000'],
  ])('may not have %s', (part, message) => {
    const file = read(...event('DTSTART:20260105T100000', `RRULE:FREQ=WEEKLY;${part}`))
    expect(file).toMatchObject({ records: [], faults: [{ line: 2, message }] })
  })

  it('with an empty rule is an event that does not recur, and the others of the file come in', () => {
    const events = Array.from({ length: 34 }, (_, i) => [
      ...['BEGIN:VEVENT', `UID:${i}`, `SUMMARY:Holiday ${i}`, 'DTSTART;VALUE=DATE:20260105'],
      ...(i === 7 ? ['RRULE:'] : []),
      'END:VEVENT',
    ])
    const file = read(...events.flat())
    expect(file.faults).toEqual([])
    expect(file.records).toHaveLength(34)
    expect(file.notes).toEqual([{ line: 37, message: 'The RRULE is empty: the event is read without it' }])
  })

  it('changes from one instance on (RANGE=THISANDFUTURE), but where another change says otherwise', () => {
    const zone = 'TZID=Europe/Berlin'
    const change = (at: string, ...lines: string[]) => [
      ...['BEGIN:VEVENT', 'UID:one', at, ...lines, 'END:VEVENT'],
    ]
    const file = read(
      ...change(
        `DTSTART;${zone}:20260318T190000`,
        'SUMMARY:Training',
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;COUNT=6',
      ),
      ...change(
        `RECURRENCE-ID;${zone};RANGE=THISANDFUTURE:20260325T190000`,
        ...[`DTSTART;${zone}:20260326T180000`, 'DURATION:PT2H', 'SUMMARY:Training, now on Thursdays'],
      ),
      ...change(
        `RECURRENCE-ID;${zone}:20260408T190000`,
        ...[`DTSTART;${zone}:20260408T190000`, 'SUMMARY:Training as ever'],
      ),
      ...change(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20260415T170000Z',
        ...[`DTSTART;${zone}:20260415T190000`, 'SUMMARY:No training', 'STATUS:CANCELLED'],
      ),
    )
    expect(file.faults).toEqual([])
    const shown = file.records
      .slice(1)
      .map(({ reference, cancelled, input }) => [
        reference,
        cancelled,
        input.name,
        input.startDate,
        input.endTime,
      ])
    expect(shown.sort()).toEqual([
      ['one/20260318T180000Z', false, 'Training', '2026-03-18', '20:00'],
      ['one/20260325T180000Z', false, 'Training, now on Thursdays', '2026-03-26', '20:00'],
      ['one/20260401T170000Z', false, 'Training, now on Thursdays', '2026-04-02', '20:00'],
      ['one/20260408T170000Z', false, 'Training as ever', '2026-04-08', '19:00'],
      ['one/20260415T170000Z', true, 'No training', '2026-04-15', '19:00'],
      ['one/20260422T170000Z', true, 'No training', '2026-04-22', '19:00'],
    ])
  })

  it('may not change backwards (RANGE=THISANDPRIOR)', () => {
    const { faults } = read(
      ...event('RECURRENCE-ID;RANGE=THISANDPRIOR:20260325T190000', 'DTSTART:20260326T190000'),
    )
    expect(faults).toEqual([
      { line: 2, message: 'Event has RANGE=THISANDPRIOR: only THISANDFUTURE can be read' },
    ])
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

  it.each(['FREQ=SECONDLY', 'FREQ=YEARLY;BYWEEKNO=20', 'FREQ=DAILY;BYDAY', 'FREQ=DAILY;COUNT=x', ';'])(
    'may not be %s',
    (rule) => {
      const { records, faults } = read(...event('DTSTART:20260105T100000', `RRULE:${rule}`))
      expect(records).toEqual([])
      const reason = rule === ';' ? 'that has no FREQ' : `that can't be read: ${rule}`
      expect(faults).toEqual([{ line: 2, message: `Event recurs by a rule ${reason}` }])
    },
  )

  it('may not keep us busy', () => {
    const { faults } = read(...event('DTSTART:19700101T100000', 'RRULE:FREQ=HOURLY'))
    expect(faults).toEqual([{ line: 2, message: 'Event recurs too often' }])
  })
})

describe('an event that is in the file twice', () => {
  const version = (sequence: number, name: string, ...lines: string[]) => [
    ...['BEGIN:VEVENT', 'UID:one', `SUMMARY:${name}`, `SEQUENCE:${sequence}`, ...lines, 'END:VEVENT'],
  ]

  it('is the version with the highest SEQUENCE, wherever it stands', () => {
    const [older, newer] = [version(2, 'Older', 'DTSTART:20260701'), version(10, 'Newer', 'DTSTART:20260702')]
    for (const file of [read(...older, ...newer), read(...newer, ...older)])
      expect(file).toMatchObject({ faults: [], records: [{ input: { name: 'Newer' } }] })
    const series = version(1, 'Series', 'DTSTART:20260701', 'RRULE:FREQ=DAILY;COUNT=3')
    expect(read(...series, ...newer).records).toMatchObject([{ reference: 'one', cancelled: false }])
  })

  it('is a fault where both have the same', () => {
    const file = read(...version(1, 'One', 'DTSTART:20260701'), ...version(1, 'Two', 'DTSTART:20260702'))
    expect(file.records).toMatchObject([{ input: { name: 'One' } }])
    expect(file.faults).toEqual([{ line: 8, message: 'Event reference [one] is that of line 2 too' }])
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

  it('leave out the reminders that an event here can not have, and count them', () => {
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
