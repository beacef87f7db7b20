import { describe, expect, it } from 'vitest'
import { readTable } from './read-table.ts'
import { rowsOf } from './split-rows.ts'
import { TABLE_FIELDS } from './table-fields.ts'
import { decodeText } from './text-encoding.ts'

const ZONE = 'Europe/London'

function readBytes(bytes: Buffer) {
  const sheet = { name: '', separated: true, rows: rowsOf(decodeText(bytes)) }
  return readTable([sheet], { timezone: ZONE, now: Date.UTC(2026, 10, 24), fields: TABLE_FIELDS })
}

function read(...lines: string[]) {
  return readBytes(Buffer.from(lines.join('\n')))
}

const ROW = { name: 'City v Town', startDate: '2027-03-20', startTime: '15:00', endTime: '17:00' }

describe('readTable', () => {
  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads cells separated by %s', (_, by) => {
    const file = read(
      ['name', 'location', 'startDate', 'startTime', 'endDate', 'endTime', 'alert', 'reference'].join(by),
      ['City v Town', 'City Ground', '2027-03-20', '15:00', '2027-03-20', '17:00', '15M', 'm1'].join(by),
    )
    expect(file.faults).toEqual([])
    expect(file.records).toMatchObject([
      {
        line: 2,
        reference: 'm1',
        cancelled: false,
        input: { ...ROW, location: 'City Ground', endDate: '2027-03-20', allDay: 'no', alert: '15M' },
      },
    ])
  })

  it('recognises common titles in any case, and lists unknown ones', () => {
    const file = read(
      'TITLE,Start Date,start_time,End-Time,Venue,Description,Coach',
      'City v Town,2027-03-20,15:00,17:00,,,Sam',
    )
    expect(file.records[0]!.input).toMatchObject({ ...ROW, location: '', details: '' })
    expect(file.ignored).toEqual(['Coach'])
  })

  it('reads what Excel writes: the separator in a line of its own, Windows-1252, empty rows and cells at the end', () => {
    const text = 'sep=;\r\nname;date;time;end time;;\r\nM\xfcnchen;20.03.2027;15:00;17:00;;\r\n;;;;;\r\n'
    const file = readBytes(Buffer.from(text, 'latin1'))
    expect(file.faults).toEqual([])
    expect(file.records).toMatchObject([{ line: 3, input: { ...ROW, name: 'München' } }])
  })

  it('reads quoted cells with separators, quotes and line breaks, and counts lines past them', () => {
    const file = read(
      'name,details,startDate,startTime,endTime',
      '"City, v ""Town""","one\r\ntwo",2027-03-20,15:00,17:00',
      'Next,,2027-03-21,15:00,17:00',
    )
    expect(file.records).toMatchObject([
      { line: 2, input: { name: 'City, v "Town"', details: 'one\ntwo' } },
      { line: 4, input: { name: 'Next', details: '' } },
    ])
  })

  it('keeps the rows around a quote that does not close', () => {
    const file = read('name,date', 'One,2027-03-20', 'Two,"2027-03-21', 'Three,2027-03-22')
    expect(file.records).toMatchObject([{ line: 2 }, { line: 4 }])
    expect(file.faults).toEqual([{ line: 3, message: 'A quote opens in this row and does not close' }])
  })

  it('refuses a row with too many cells', () => {
    const file = read('name,date', 'City, the best,2027-03-20', 'Two,2027-03-21')
    expect(file.records).toMatchObject([{ line: 3 }])
    expect(file.faults).toMatchObject([{ line: 2, message: expect.stringContaining('has 3 cells') }])
  })

  it('refuses a second row with the same reference', () => {
    const file = read('name,date,reference', 'One,2027-03-20,a', 'Two,2027-03-21,a')
    expect(file.records).toMatchObject([{ line: 2 }])
    expect(file.faults).toEqual([{ line: 3, message: 'Event reference [a] is that of line 2 too' }])
  })

  it('names the columns that the first line lacks', () => {
    const { records, faults } = read('Heure,Sam', 'City,Town')
    expect(records).toEqual([])
    expect(faults).toEqual([
      { line: 1, message: 'The first line has no column name and none startDate, but: Heure, Sam' },
    ])
  })

  it('generates references from name and start, the same each time', () => {
    const [one, later, again] = ['15:00', '16:00', '15:00'].map(
      (time) => read('name,date,time', `City v Town,2027-03-20,${time}`).records[0]!.reference,
    )
    expect(one).toMatch(/^import-[0-9a-f]{24}$/)
    expect(later).not.toBe(one)
    expect(again).toBe(one)
  })

  it('reads all-day events: marked ones, and all if the file has no times', () => {
    expect(
      read('name,date,all day', 'A,2027-03-20,TRUE', 'B,2027-03-20,').records.map(
        ({ input }) => input.allDay,
      ),
    ).toEqual(['yes', 'no'])
    expect(read('name,date', 'A,2027-03-20').records[0]!.input.allDay).toBe('yes')
    expect(read('name,date,time', 'A,2027-03-20,').records[0]!.input.allDay).toBe('no')
  })

  it('reads switches, tags, links and dates with a time in one cell', () => {
    const file = read(
      'name,start,end,draft,tags,URL,quickLink[2][url],timezone',
      'A,2027-03-20 15:00,2027-03-20T17:00:00,yes,"Home, Cup",https://example.com/,https://example.com/2,',
      'B,2027-03-21 15:00,2027-03-21 17:00,,,,,Europe/Paris',
    )
    expect(file.records.map((record) => record.input)).toEqual([
      {
        name: 'A',
        startDate: '2027-03-20',
        startTime: '15:00',
        endDate: '2027-03-20',
        endTime: '17:00',
        allDay: 'no',
        draft: 1,
        tags: ['Home', 'Cup'],
        'quickLink[1][url]': 'https://example.com/',
        'quickLink[2][url]': 'https://example.com/2',
        timezone: ZONE,
      },
      expect.objectContaining({ name: 'B', tags: [], 'quickLink[1][url]': '', timezone: 'Europe/Paris' }),
    ])
    expect(file.records[1]!.input).not.toHaveProperty('draft')
  })
})
