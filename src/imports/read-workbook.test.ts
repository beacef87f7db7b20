import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type Cell, workbook } from '../../test/support/workbook.ts'
import { readImport } from './read-import.ts'
import { TABLE_FIELDS } from './table-fields.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'

const read = (bytes: Buffer) =>
  readImport({
    ...{ fileName: 'season.xlsx', bytes, timezone: 'Europe/Vienna', now: Date.UTC(2026, 10, 24) },
    ...{ fields: TABLE_FIELDS, defaults: { minutes: 120 } },
  })

it('reads the sheet with the most events, with dates and times that are numbers', async () => {
  // 46452 is 6 March 2027.
  const file = await read(
    workbook({
      Kontakt: [
        ['Name', 'Telefon'],
        ['Maria', '1'],
      ],
      Spiele: [
        ['Spielplan'],
        [],
        ['Datum', 'Zeit', 'Heim', 'Gast', 'Ort'],
        [[46452, 1], [0.6458333333333334, 2], 'Au', 'Egg', 'Halle'],
      ],
    }),
  )
  expect(file.faults).toEqual([])
  expect(file.table).toMatchObject({ settings: { sheet: 'Spiele', headingLine: 3 } })
  expect(file.records).toMatchObject([
    {
      line: 4,
      input: {
        name: 'Au – Egg',
        startDate: '2027-03-06',
        startTime: '15:30',
        endTime: '17:30',
        location: 'Halle',
      },
    },
  ])
})

it('refuses a workbook that unpacks to too much, is damaged, or is another document', async () => {
  const bomb = Buffer.from(
    zipSync({ 'xl/workbook.xml': strToU8(XML), 'xl/worksheets/sheet1.xml': new Uint8Array(61_000_000) }),
  )
  expect((await read(bomb)).faults[0]!.message).toContain('too large')
  const sound = workbook({ A: [['Datum', 'Titel']] })
  expect((await read(sound.subarray(0, sound.length - 30))).faults[0]!.message).toContain('damaged')
  const letter = Buffer.from(zipSync({ 'word/document.xml': strToU8(XML) }))
  expect((await read(letter)).faults[0]!.message).toContain('text document')
})

it('reads ten thousand rows', async () => {
  const rows = Array.from({ length: 10_000 }, (_, i): Cell[] => [
    [46452 + (i % 300), 1],
    [0.75, 2],
    `Team ${i}`,
    'Egg',
    'Halle',
  ])
  const file = await read(workbook({ A: [['Datum', 'Zeit', 'Heim', 'Gast', 'Ort'], ...rows] }))
  expect(file.records).toHaveLength(10_000)
  const csv = [
    'Datum;Zeit;Heim;Gast;Ort',
    ...rows.map((_, i) => `Sa, 06.03.2027;15:30 Uhr;Team ${i};Egg;Halle`),
  ].join('\n')
  expect((await read(Buffer.from(csv))).records).toHaveLength(10_000)
}, 20_000)
