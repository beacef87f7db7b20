import { unzipSync } from 'fflate'
import type { SplitRow } from './split-rows.ts'
import { MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, type Sheet } from './table.ts'

/** Octets of all parts when unpacked. 20,000 rows of ten columns have about 10 million. */
const MAX_UNPACKED = 60_000_000
const MAX_PARTS = 1000
/** Times without a date are stored as times of the days 0 and 1, in both of Excel's calendars. */
const FIRST_YEAR = 1905
const TIME_MS = 30_000

const DAMAGED = 'The workbook is damaged or has a password: save it again as XLSX without one, or as CSV'
const TOO_LARGE = 'The workbook is too large: save the sheet with the events as CSV'
const NO_WORKBOOK =
  'The file is neither a workbook (XLSX), nor a calendar or a table: save the table as XLSX or CSV'

/** The sheets of an XLSX file (ECMA-376) that have cells; or the fault that makes it unreadable. */
export async function readWorkbook(bytes: Buffer): Promise<Sheet[] | { fault: string }> {
  const parts = partsOf(bytes)
  if (!parts) return { fault: DAMAGED }
  if (!parts.names.includes('xl/workbook.xml')) return { fault: kindOfZip(parts.names) }
  if (parts.size > MAX_UNPACKED) return { fault: TOO_LARGE }
  const sheets = parts.names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  if (sheets.length > MAX_SHEETS) return { fault: tooManySheets(sheets.length) }
  // Few threads read a workbook, and the reader takes a while to load.
  const { default: readXlsx } = await import('read-excel-file/universal')
  try {
    const read = await readXlsx(new Uint8Array(bytes).buffer)
    if (read.length > MAX_SHEETS) return { fault: tooManySheets(read.length) }
    const filled = read
      .map(({ sheet, data }) => ({ name: sheet, separated: false, rows: rowsOfSheet(data as unknown[][]) }))
      .filter(({ rows }) => rows.length > 0)
    const wide = filled.find(({ rows }) => rows.some(({ cells }) => cells.length > MAX_COLUMNS))
    if (wide) return { fault: `The sheet ${wide.name} has more than ${MAX_COLUMNS} columns` }
    const long = filled.find(({ rows }) => rows.length > MAX_ROWS)
    if (long)
      return { fault: `The sheet ${long.name} has more than ${MAX_ROWS} rows. Split it into smaller ones` }
    return filled
  } catch {
    // The reader also throws plain errors for XML that is not as it expects.
    return { fault: DAMAGED }
  }
}

/**
 * The names of a ZIP file's parts and their declared octets when unpacked, without unpacking any; undefined for a
 * damaged file. The reader of workbooks has the same unpacker, which gives no part more than its declared size.
 */
function partsOf(bytes: Buffer): { names: string[]; size: number } | undefined {
  const names: string[] = []
  let size = 0
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        // A damaged file can say that it has billions.
        if (names.push(name) > MAX_PARTS) throw new RangeError('too many parts')
        size += originalSize
        return false
      },
    })
  } catch {
    return undefined
  }
  return { names, size }
}

function tooManySheets(count: number): string {
  return `The workbook has ${count} sheets, of at most ${MAX_SHEETS}`
}

/** Office documents of other kinds, and any other archive. */
function kindOfZip(names: string[]): string {
  const has = (start: string) => names.some((name) => name.startsWith(start))
  if (has('word/')) return 'The file is a text document, not a table: save its table as XLSX or CSV'
  if (has('xl/')) return 'The file is a binary workbook (XLSB): save it as XLSX or CSV'
  if (has('Index/')) return 'The file is a document of Apple Numbers or Pages: export it as XLSX or CSV'
  if (has('content.xml')) return 'The file is an OpenDocument file: save it as XLSX or CSV'
  if (has('ppt/')) return 'The file is a presentation, neither a calendar nor a table'
  return NO_WORKBOOK
}

function rowsOfSheet(data: unknown[][]): SplitRow[] {
  return data.flatMap((row, index) => {
    const cells = row.map(textOf)
    while (cells.at(-1) === '') cells.pop()
    return cells.length > 0 ? [{ line: index + 1, cells }] : []
  })
}

/** A cell as text; dates and times in the form that files have. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (!(cell instanceof Date)) return `${cell as string | number}`.replace(/\r\n?/g, '\n').trim()
  if (Number.isNaN(cell.getTime())) return ''
  // Fractions of a day are not exact: 15:30 can be a millisecond before it.
  const text = new Date(Math.round(cell.getTime() / TIME_MS) * TIME_MS).toISOString()
  const [date, time] = [text.slice(0, 10), text.slice(11, 16)]
  if (cell.getUTCFullYear() < FIRST_YEAR) return time
  return time === '00:00' ? date : `${date} ${time}`
}
