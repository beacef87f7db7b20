import { describe, expect, it } from 'vitest'
import { event, read } from '../../test/support/ics-file.ts'

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

  it('names each instance by its original start, which stays when it is moved', () => {
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

  it('has cancelled exceptions and additional dates', () => {
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

  it('may not take too many steps', () => {
    const { faults } = read(...event('DTSTART:19700101T100000', 'RRULE:FREQ=HOURLY'))
    expect(faults).toEqual([{ line: 2, message: 'Event recurs too often' }])
  })
})
