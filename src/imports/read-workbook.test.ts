import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readImport } from './read-import.ts'
import { TABLE_FIELDS } from './table-fields.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A cell as text, or as a number in style 1 (a date), 2 (a time) or 3 (both). */
type Cell = string | [number, 1 | 2 | 3]

function workbook(sheets: Record<string, Cell[][]>): Buffer {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">${names.map((_, i) => `<Relationship Id="r${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  }
  names.forEach((name, i) => {
    const rows = sheets[name]!.map((cells, row) => {
      const xml = cells.map((cell, column) => {
        const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`
        if (typeof cell !== 'string') return `<c ${at} s="${cell[1]}"><v>${cell[0]}</v></c>`
        return cell && `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`
      })
      return `<row r="${row + 1}">${xml.join('')}</row>`
    })
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`
  })
  const parts = Object.entries(files).map(([name, text]) => [name, strToU8(XML + text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}

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
  const started = performance.now()
  const file = await read(workbook({ A: [['Datum', 'Zeit', 'Heim', 'Gast', 'Ort'], ...rows] }))
  if (process.env.TIMES) console.log(`xlsx with writing: ${Math.round(performance.now() - started)} ms`)
  expect(file.records).toHaveLength(10_000)
  const csv = [
    'Datum;Zeit;Heim;Gast;Ort',
    ...rows.map((_, i) => `Sa, 06.03.2027;15:30 Uhr;Team ${i};Egg;Halle`),
  ].join('\n')
  const at = performance.now()
  expect((await read(Buffer.from(csv))).records).toHaveLength(10_000)
  if (process.env.TIMES) console.log(`csv: ${Math.round(performance.now() - at)} ms`)
}, 20_000)
