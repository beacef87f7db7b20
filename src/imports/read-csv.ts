import { unmarkedCell } from '../csv.ts'
import { isDay } from '../time/day.ts'
import { columnKeys, readColumns, type TableFields } from './csv-columns.ts'
import { minutesLater, needsOrder, readMoment, readTime, type SlashOrder, slashOrder } from './csv-values.ts'
import {
  generatedReference,
  type ImportFault,
  type ImportFile,
  type ImportRecord,
  type ImportSeries,
  type ImportTable,
  removeRepeats,
  seriesReference,
  storableReference,
  type TableOptions,
} from './import-file.ts'
import { readRepeats } from './repeat-words.ts'
import { rowsOf, type SplitRow, tooManyCells } from './split-rows.ts'
import { decodeText } from './text-encoding.ts'

/** An empty cell in these columns is treated as missing. */
const SKIPPED_WHEN_EMPTY = ['draft', 'featured', 'primary_link', 'secondary_link']
const YES = /^(yes|y|true|x|1)$/i
const NO = /^(no|n|false|0|)$/i
const MAX_COLUMNS = 200
const SAMPLES = 3
const SAMPLE_LENGTH = 80

/** Cells by the field of their column. */
export type Cells = Partial<Record<string, string>>
type Line = { line: number; cells: Cells }

/** Settings for all rows of a table. */
export interface Reading {
  timezone: string
  order: SlashOrder | undefined
  /** The table has no times: all its events are all-day events. */
  wholeDays: boolean
  options: TableOptions
}

/**
 * Reads a table whose first line has the names of fields, in the API's or in common words. Cells are
 * separated by commas, semicolons or tabs. Without a column for references, name and start identify events.
 */
export function readCsv(
  bytes: Buffer,
  timezone: string,
  fields: TableFields,
  options: TableOptions = {},
): ImportFile {
  const read = rowsOf(decodeText(bytes))
  const rows = read.filter(({ fault }) => fault === undefined)
  const faults = read.flatMap(({ line, fault: message }) => (message === undefined ? [] : { line, message }))
  const header = rows.shift() ?? { line: 1, cells: [] }
  const rest = {
    series: [],
    required: [],
    notes: [],
    droppedAlarms: 0,
    partial: [],
    unreadable: false,
  }
  if (header.cells.length > MAX_COLUMNS) {
    const message = `The first line has ${header.cells.length} columns, of at most ${MAX_COLUMNS}`
    return { ...rest, records: [], faults: [{ line: header.line, message }], ignored: [] }
  }
  const columns = readColumns(fields, header.cells, options.columns)
  const ignored = header.cells.filter((title, index) => title !== '' && columns[index] === undefined)
  const shown = presentColumns(header.cells, columns, rows)
  const missing = ['name', 'startDate'].filter((field) => !columns.includes(field))
  if (missing.length > 0) {
    const message = `The first line has no column ${missing.join(' and none ')}, but: ${header.cells.join(', ')}`
    const counts = { withoutEnd: 0, withoutLocation: 0, withoutTime: 0 }
    const table = { columns: shown, rows: rows.length, ...counts, dateOrder: null }
    return { ...rest, records: [], faults: [{ line: header.line, message }], ignored, table }
  }
  const fitting = rows.filter((row) => {
    const message = tooManyCells(row.cells, columns.length)
    if (message) faults.push({ line: row.line, message })
    return !message
  })
  const lines = fitting.map((row) => ({ line: row.line, cells: cellsByField(row, columns) }))
  const dates = lines.flatMap(({ cells }) => [
    ...[cells.startDate ?? '', cells.endDate ?? ''],
    ...daysIn(cells.except ?? ''),
  ])
  const order = slashOrder(dates) ?? options.dateOrder
  const timed = ['startTime', 'allDay'].some((field) => columns.includes(field))
  const wholeDays = !timed && lines.every(({ cells }) => readMoment(cells.startDate ?? '', order).time === '')
  const reading = { timezone, order, wholeDays, options }
  const records: ImportRecord[] = []
  const series: ImportSeries[] = []
  for (const line of lines) {
    const record = readRecord(line, reading)
    const read = readSeries(line, record, reading)
    if (!read) records.push(record)
    else if ('message' in read) faults.push(read)
    else series.push(read)
  }
  const references = new Map<string, number>()
  const unique = {
    records: removeRepeats(records, faults, references),
    series: removeRepeats(series, faults, references),
  }
  faults.sort((a, b) => a.line - b.line)
  const table: ImportTable = {
    columns: shown,
    rows: rows.length,
    withoutEnd: lines.filter(({ cells }) => lacksEnd(cells, reading)).length,
    withoutLocation: lines.filter(({ cells }) => !cells.location).length,
    withoutTime: lines.filter(({ cells }) => lacksTime(cells, reading)).length,
    dateOrder: needsOrder(dates) ? (order ?? 'unknown') : null,
  }
  return { ...rest, ...unique, faults, ignored, table }
}

function presentColumns(
  titles: string[],
  columns: (string | undefined)[],
  rows: SplitRow[],
): ImportTable['columns'] {
  return columnKeys(titles).map((key, index) => {
    const samples: string[] = []
    for (const { cells } of rows) {
      if (samples.length === SAMPLES) break
      if (cells[index]) samples.push(cells[index].slice(0, SAMPLE_LENGTH))
    }
    return { key, field: columns[index] ?? null, samples }
  })
}

export function cellsByField(row: SplitRow, columns: (string | undefined)[]): Cells {
  const cells = columns.flatMap((field, index) =>
    field ? [[field, unmarkedCell(row.cells[index] ?? '')] as const] : [],
  )
  return Object.fromEntries(
    cells.filter(([field, cell]) => cell !== '' || !SKIPPED_WHEN_EMPTY.includes(field)),
  )
}

/** Reads a row as an event. Generates a reference if it has none. */
export function readRecord({ cells, line }: Line, reading: Reading): ImportRecord {
  const { timezone, wholeDays, options } = reading
  const { startDate, startTime, endDate, endTime } = readTimes(cells, reading)
  const { reference, repeats: _, except: _e, ...others } = cells
  const isWholeDay = wholeDays || (options.allDayWithoutTime === true && lacksTime(cells, reading))
  const input = {
    ...others,
    startDate,
    startTime,
    endDate,
    endTime,
    allDay: isWholeDay ? 'yes' : readSwitch(cells.allDay ?? '', 'yes', 'no'),
    ...(!cells.location && options.location && { location: options.location }),
    ...(cells.timezone === '' && { timezone }),
    ...(cells.draft !== undefined && { draft: readSwitch(cells.draft, 1, 0) }),
    ...(cells.tags !== undefined && { tags: cells.tags.split(/\s*[,;|]\s*/).filter(Boolean) }),
  }
  const anyReference = reference || generatedReference(cells.name ?? '', `${startDate} ${startTime}`)
  return { line, reference: storableReference(anyReference), cancelled: false, input }
}

/** Reads a row with a rule as a series; undefined for any other row. */
function readSeries(
  { cells, line }: Line,
  { reference, input }: ImportRecord,
  { order }: Reading,
): ImportSeries | ImportFault | undefined {
  const { repeats = '', except = '' } = cells
  if (repeats === '' && except === '') return undefined
  if (repeats === '')
    return { line, message: 'Event except needs repeats: a single event leaves out no date' }
  const readDay = (text: string) => readMoment(text, order).date
  const read = readRepeats(repeats, readDay)
  if ('fault' in read) return { line, message: `Event repeats ${read.fault}` }
  const exclude = daysIn(except).map(readDay)
  const wrong = exclude.findIndex((day) => !isDay(day))
  if (wrong !== -1)
    return {
      line,
      message: `Event except must be dates that exist, such as 2027-04-06: ${daysIn(except)[wrong]!}`,
    }
  const days = [...new Set(exclude)].sort()
  const none = { cancelled: false, include: [], dates: [] }
  return { line, reference: seriesReference(reference), input, rule: read.rule, exclude: days, ...none }
}

/** The dates of a cell with several. */
function daysIn(cell: string): string[] {
  return cell.split(/[\s,;|،、]+/).filter(Boolean)
}

function readTimes(cells: Cells, reading: Reading) {
  const { order, options } = reading
  const start = readMoment(cells.startDate ?? '', order)
  const end = readMoment(cells.endDate ?? '', order)
  const startTime = readTime(cells.startTime ?? '') || start.time
  const [endDate, endTime] = [end.date || start.date, readTime(cells.endTime ?? '') || end.time]
  const times = { startDate: start.date, startTime, endDate, endTime }
  if (!options.minutes || !lacksEnd(cells, reading)) return times
  const late = minutesLater(start.date, startTime, options.minutes)
  return late ? { ...times, endDate: late.date, endTime: late.time } : times
}

/** True for a row with a start time and without an end time or a later end date. */
function lacksEnd(cells: Cells, { order, wholeDays }: Reading): boolean {
  if (wholeDays || YES.test(cells.allDay ?? '')) return false
  const start = readMoment(cells.startDate ?? '', order)
  const end = readMoment(cells.endDate ?? '', order)
  const timed = Boolean(readTime(cells.startTime ?? '') || start.time)
  const open = !readTime(cells.endTime ?? '') && !end.time
  return timed && open && (end.date === '' || end.date === start.date)
}

/** True for a row without a time that is not marked as all-day or not, in a table with times. */
function lacksTime(cells: Cells, { order, wholeDays }: Reading): boolean {
  if (wholeDays || cells.allDay) return false
  const times = [cells.startTime, cells.endTime].map((cell) => readTime(cell ?? ''))
  const moments = [cells.startDate, cells.endDate].map((cell) => readMoment(cell ?? '', order).time)
  return [...times, ...moments].every((time) => time === '')
}

/** Reads a yes-or-no cell. Returns other texts unchanged, so that they become faults. */
function readSwitch<T>(cell: string, yes: T, no: T): T | string {
  return YES.test(cell) ? yes : NO.test(cell) ? no : cell
}
