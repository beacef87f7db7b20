import { readColumns } from './csv-columns.ts'
import { readRows, type Row } from './csv-rows.ts'
import { readMoment, readTime, type SlashOrder, slashOrder } from './csv-values.ts'
import {
  type ImportFile,
  type ImportRecord,
  madeUpReference,
  storableReference,
  withoutRepeats,
} from './import-file.ts'
import { decodeText } from './text-encoding.ts'

/** An empty cell of these columns says nothing, as if the column was not there. */
const NOTHING_WHEN_EMPTY = ['draft', 'featured', 'primary_link', 'secondary_link']
const YES = /^(yes|y|true|x|1)$/i
const NO = /^(no|n|false|0|)$/i

type Cells = Partial<Record<string, string>>

/** What all rows of a table are read with. */
interface Reading {
  timezone: string
  order: SlashOrder | undefined
  /** There is no time in the whole table: its events last all day. */
  wholeDays: boolean
}

/**
 * Reads a table whose first line names the fields of events, in the API's words or in common ones. Cells are
 * parted by commas, semicolons or tabs. Without a column of references, name and start tell events apart.
 */
export function readCsv(bytes: Buffer, timezone: string): ImportFile {
  const { rows, faults } = readRows(decodeText(bytes))
  const header = rows.shift() ?? { line: 1, cells: [] }
  const columns = readColumns(header.cells)
  const required = ['location']
  const missing = ['name', 'startDate'].filter((field) => !columns.includes(field))
  if (missing.length > 0) {
    const message = `The first line has no column ${missing.join(' and none ')}, but: ${header.cells.join(', ')}`
    return { records: [], faults: [{ line: header.line, message }], required, ignored: [] }
  }
  const fitting = rows.filter((row) => {
    const fits = row.cells.slice(columns.length).every((cell) => cell === '')
    const message = `The row has ${row.cells.length} cells, the first line ${columns.length}; a cell with a separator in it needs quotes`
    if (!fits) faults.push({ line: row.line, message })
    return fits
  })
  const table = fitting.map((row) => ({ line: row.line, cells: cellsByField(row, columns) }))
  const order = slashOrder(table.flatMap(({ cells }) => [cells.startDate ?? '', cells.endDate ?? '']))
  const timed = ['startTime', 'allDay'].some((field) => columns.includes(field))
  const wholeDays = !timed && table.every(({ cells }) => readMoment(cells.startDate ?? '', order).time === '')
  const records = table.map(({ line, cells }) => readRecord(cells, line, { timezone, order, wholeDays }))
  const unique = withoutRepeats(records, faults)
  faults.sort((a, b) => a.line - b.line)
  const ignored = header.cells.filter((title, index) => title !== '' && columns[index] === undefined)
  return { records: unique, faults, required, ignored }
}

function cellsByField(row: Row, columns: (string | undefined)[]): Cells {
  const cells = columns.flatMap((field, index) => (field ? [[field, row.cells[index] ?? ''] as const] : []))
  return Object.fromEntries(
    cells.filter(([field, cell]) => cell !== '' || !NOTHING_WHEN_EMPTY.includes(field)),
  )
}

function readRecord(cells: Cells, line: number, { timezone, order, wholeDays }: Reading): ImportRecord {
  const start = readMoment(cells.startDate ?? '', order)
  const end = readMoment(cells.endDate ?? '', order)
  const startTime = readTime(cells.startTime ?? '') || start.time
  const { reference, ...others } = cells
  const input = {
    ...others,
    startDate: start.date,
    startTime,
    endDate: end.date || start.date,
    endTime: readTime(cells.endTime ?? '') || end.time,
    allDay: wholeDays ? 'yes' : readSwitch(cells.allDay ?? '', 'yes', 'no'),
    ...(cells.timezone === '' && { timezone }),
    ...(cells.draft !== undefined && { draft: readSwitch(cells.draft, 1, 0) }),
    ...(cells.tags !== undefined && { tags: cells.tags.split(/\s*[,;|]\s*/).filter(Boolean) }),
  }
  const given = reference || madeUpReference(cells.name ?? '', `${start.date} ${startTime}`)
  return { line, reference: storableReference(given), cancelled: false, input }
}

/** What is neither yes nor no stays as it is, to be told as a fault. */
function readSwitch<T>(cell: string, yes: T, no: T): T | string {
  return YES.test(cell) ? yes : NO.test(cell) ? no : cell
}
