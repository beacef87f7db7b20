import { describe, expect, it } from 'vitest'
import { event, read } from '../../test/support/ics-file.ts'

/** A second rule that gives nothing more, so that the event can't be kept as a series. */
const TWICE = 'RRULE:FREQ=DAILY;COUNT=1'

describe('a series that is read as single events', () => {
  const starts = (...lines: string[]) =>
    read(...event('DTSTART;TZID=Europe/Berlin:20260318T190000', TWICE, ...lines))
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

  it('names each instance by its original start, which stays when it is moved', () => {
    const master = event('DTSTART;TZID=Europe/Berlin:20260318T190000', TWICE, 'RRULE:FREQ=WEEKLY;COUNT=3')
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

  it('has cancelled exceptions and additional dates', () => {
    const { records } = read(
      ...event(
        'DTSTART;TZID=Europe/Berlin:20260318T190000',
        TWICE,
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

  it('is read up to two years ahead', () => {
    expect(starts('RRULE:FREQ=MONTHLY').at(-1)).toBe('2027-12-18 19:00')
  })

  it('with more than 1000 dates keeps the next ones, then the latest past ones, with a note', () => {
    const days = ({ records }: ReturnType<typeof read>) =>
      records.filter((record) => !record.cancelled).map(({ input }) => String(input.startDate))
    const daily = read(...event('DTSTART:20200101T190000', 'RRULE:FREQ=DAILY'))
    expect(days(daily)).toHaveLength(1000)
    expect([days(daily)[0], days(daily).at(-1)]).toEqual(['2025-04-06', '2027-12-31'])
    expect(daily.notes).toEqual([
      {
        line: 2,
        message:
          '"One" has 2922 dates up to 2027-12-31, and 1000 of them are read, as single events: 1922 before 2025-04-06 are left out',
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
    const leap = read(...event('DTSTART;VALUE=DATE:20160229', TWICE, 'RRULE:FREQ=YEARLY;COUNT=3')).records
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

  it('with an empty rule is a single event, and the other events are read', () => {
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

  it('can change from one instance on (RANGE=THISANDFUTURE), except for instances with their own change', () => {
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
        TWICE,
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
    const { records } = read(...event(start, TWICE, `RRULE:${rule}`))
    expect(records.filter((record) => !record.cancelled).map(({ input }) => input.startDate)).toEqual(
      expected,
    )
  })

  it.each(['FREQ=SECONDLY', 'FREQ=MONTHLY;BYWEEKNO=20', 'FREQ=DAILY;BYDAY', 'FREQ=DAILY;COUNT=x', ';'])(
    'may not be %s',
    (rule) => {
      const { records, faults } = read(...event('DTSTART:20260105T100000', `RRULE:${rule}`))
      expect(records).toEqual([])
      const reason = rule === ';' ? 'that has no FREQ' : `that can't be read: ${rule}`
      expect(faults).toEqual([{ line: 2, message: `Event recurs by a rule ${reason}` }])
    },
  )

  it('may not take too many steps', () => {
    const { faults } = read(...event('DTSTART:19700101T100000', 'RRULE:FREQ=HOURLY'))
    expect(faults).toEqual([{ line: 2, message: 'Event recurs too often' }])
  })
})

describe('a series that is kept', () => {
  const ZONE = 'TZID=Europe/Berlin'
  const berlin = (...lines: string[]) => event(`DTSTART;${ZONE}:20260318T190000`, 'DURATION:PT1H', ...lines)
  const change = (instance: string, ...lines: string[]) => [
    ...['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', `RECURRENCE-ID${instance}`, ...lines, 'END:VEVENT'],
  ]
  const kept = (...lines: string[]) => {
    const file = read(...lines)
    expect(file).toMatchObject({ faults: [], notes: [], records: [], series: [{}] })
    return file.series[0]!
  }

  it('has its rule, the fields of its first date, and the UID as reference', () => {
    expect(kept(...berlin('RRULE:FREQ=WEEKLY;COUNT=3'))).toEqual({
      ...{ line: 2, reference: 'one', uid: 'one', cancelled: false, rule: 'FREQ=WEEKLY;COUNT=3' },
      input: {
        ...{ name: 'One', location: '', details: '', startDate: '2026-03-18', startTime: '19:00' },
        ...{ endDate: '2026-03-18', endTime: '20:00', allDay: 'no', timezone: 'Europe/Berlin' },
      },
      ...{ exclude: [], include: [], dates: [] },
    })
  })

  it('leaves out exceptions, by day or by time, and adds dates', () => {
    const { exclude, include, dates } = kept(
      ...berlin(
        'RRULE:FREQ=WEEKLY;COUNT=4',
        `EXDATE;${ZONE}:20260325T190000,20260325T100000`,
        'EXDATE:20260401T170000Z',
        'EXDATE;VALUE=DATE:20260408',
        `RDATE;${ZONE}:20260402T190000,20260403T100000,20260318T190000`,
      ),
    )
    expect(exclude).toEqual(['2026-03-25T19:00', '2026-04-01T19:00', '2026-04-08'])
    expect(include).toEqual(['2026-04-02', '2026-04-03'])
    expect(dates).toMatchObject([
      { occurrence: '2026-04-03T19:00', input: { startTime: '10:00', endTime: '11:00' } },
    ])
  })

  it('keeps a second time on one of its days as a single event', () => {
    const file = read(...berlin('RRULE:FREQ=WEEKLY;COUNT=2', `RDATE;${ZONE}:20260325T080000`))
    expect(file).toMatchObject({
      series: [{ include: [], dates: [] }],
      records: [{ reference: 'one/20260325T070000Z', cancelled: false, input: { startTime: '08:00' } }],
    })
  })

  it('has changed instances as dates of its own, whose exception is none, and leaves out cancelled ones', () => {
    const { exclude, dates } = kept(
      ...change(':20260325T180000Z', 'DTSTART:20260326T190000Z', 'DURATION:PT2H'),
      ...berlin('RRULE:FREQ=WEEKLY;COUNT=4', `EXDATE;${ZONE}:20260325T190000`),
      ...change(`;${ZONE}:20260401T190000`, `DTSTART;${ZONE}:20260401T190000`, 'STATUS:CANCELLED'),
    )
    expect(exclude).toEqual(['2026-04-01T19:00'])
    expect(dates).toMatchObject([
      {
        ...{ line: 2, occurrence: '2026-03-25T19:00', reference: 'one/20260325T180000Z' },
        input: { startDate: '2026-03-26', startTime: '20:00', endTime: '22:00', timezone: 'Europe/Berlin' },
      },
    ])
  })

  it('changes from one instance on if it has an end (RANGE=THISANDFUTURE)', () => {
    const later = change(
      `;${ZONE};RANGE=THISANDFUTURE:20260325T190000`,
      ...[`DTSTART;${ZONE}:20260326T180000`, 'DURATION:PT2H'],
    )
    const { dates } = kept(...berlin('RRULE:FREQ=WEEKLY;COUNT=3'), ...later)
    expect(dates.map(({ occurrence, input }) => [occurrence, input.startDate, input.endTime])).toEqual([
      ['2026-03-25T19:00', '2026-03-26', '20:00'],
      ['2026-04-01T19:00', '2026-04-02', '20:00'],
    ])
    const open = read(...berlin('RRULE:FREQ=WEEKLY'), ...later)
    expect(open.series).toEqual([])
    expect(open.notes[0]!.message).toContain('it has a change of all later dates (RANGE=THISANDFUTURE)')
  })

  it('keeps an instance that is changed in some years as a single event, and leaves its date out', () => {
    const far = change(`;${ZONE}:20300320T190000`, `DTSTART;${ZONE}:20300321T190000`)
    expect(read(...berlin('RRULE:FREQ=WEEKLY'), ...far)).toMatchObject({
      series: [{ exclude: ['2030-03-20T19:00'], dates: [] }],
      records: [{ reference: 'one/20300320T180000Z', dateReference: 'one@2030-03-20' }],
    })
  })

  it.each([
    [
      'it has several rules',
      'DTSTART:20260105T100000',
      'RRULE:FREQ=DAILY;COUNT=2',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ],
    ['it has dates and no rule', 'DTSTART:20260105T100000', 'RDATE:20260107T100000'],
    ['its start is no date of its rule', 'DTSTART:20260105T100000', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2'],
    ['it has several dates on one day', 'DTSTART:20260105T100000', 'RRULE:FREQ=DAILY;BYHOUR=10,12;COUNT=2'],
    [
      'its rule must have FREQ=YEARLY, MONTHLY, WEEKLY, DAILY',
      'DTSTART:20260105T100000',
      'RRULE:FREQ=HOURLY;COUNT=2',
    ],
    ['its times are in UTC', 'DTSTART:20260105T100000Z', 'RRULE:FREQ=DAILY;COUNT=2'],
  ])('is none if %s, which a note says', (reason, ...lines) => {
    const file = read(...event(...lines))
    expect(file).toMatchObject({ series: [], faults: [] })
    expect(file.records.length).toBeGreaterThan(1)
    expect(file.records.every(({ cancelled, dateReference }) => cancelled || dateReference)).toBe(true)
    expect(file.notes).toHaveLength(1)
    expect(file.notes[0]!.message).toContain(`"One" is read as single events: ${reason}`)
  })
})
