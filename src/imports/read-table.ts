import { dayAt, isDay } from '../time/day.ts'
import { DAY_FIRST_WORDS } from './heading-words.ts'
import {
  type CellEdit,
  headingsDigest,
  type ImportFault,
  type ImportFile,
  type ImportRecord,
  type ImportSeries,
  type ImportTable,
  type RememberedTable,
  removeRepeats,
  type RowCells,
  type TableOptions,
  unreadableFile,
} from './import-file.ts'
import {
  cellsByField,
  daysIn,
  DEFAULT_TITLE,
  type Line,
  type Reading,
  readRow,
  readSeries,
} from './read-row.ts'
import { type SplitRow, tooManyCells } from './split-rows.ts'
import { MAX_COLUMNS, type Sheet } from './table.ts'
import { columnKeys, looseSpelling, type TableFields } from './table-columns.ts'
import { isWeekday, needsOrder, readMoment, slashOrder, yearRule } from './table-dates.ts'
import { countEvents, findLayout, type Layout } from './table-layout.ts'
import { isUnknown } from './table-times.ts'

const SAMPLES = 3
const SAMPLE_LENGTH = 80
/** First lines that are shown to choose the headings among. */
const SHOWN_LINES = 20
const SHOWN_CELLS = 8
/** Home teams without a place that are asked for. */
const MAX_HOMES = 100

/** A table's fields and choices. */
export interface TableTask {
  /** The publisher's. */
  timezone: string
  /** Epoch ms. */
  now: number
  fileName?: string
  fields: TableFields
  options?: TableOptions
  /** Choices for earlier tables of the same calendar, the latest first. */
  remembered?: RememberedTable[]
  /** Choices that neither the user nor an earlier table made. */
  defaults?: TableOptions
  edits?: CellEdit[]
}

/** A row as an event is to be read from it. */
interface TableLine extends Line {
  /** The cell of a column with nothing but weekdays; empty without one. */
  weekday: string
}

/** The part of a list that a row is in. */
interface Section {
  /** The date above the row; empty without one. */
  date: string
  /** The text of a row that is no event, but such a heading. */
  heading: string
}

const EMPTY = { series: [], required: [], droppedAlarms: 0, partial: [], unreadable: false }
const NOTHING_MISSING = { withoutEnd: 0, withoutLocation: 0, withoutTime: 0, homes: [], dateOrder: null }

/**
 * Reads the sheet with the most events, or the chosen one. The row of headings has the names of fields, in the API's
 * or in common words of many languages. Without a column for references, name and start identify events.
 */
export function readTable(sheets: Sheet[], task: TableTask): ImportFile {
  const { fields, options: given = {}, remembered = [], defaults = {} } = task
  const wide = sheets.flatMap(({ rows }) => rows).find(({ cells }) => cells.length > MAX_COLUMNS)
  if (wide) {
    const message = `The ${wide === sheets[0]!.rows[0] ? 'first line' : 'table'} has ${wide.cells.length} columns, of at most ${MAX_COLUMNS}`
    return { ...EMPTY, records: [], notes: [], faults: [{ line: wide.line, message }], ignored: [] }
  }
  const layouts = sheets.map((sheet) => findLayout(sheet, fields, given, remembered))
  const counts = layouts.map((layout) => countEvents(layout))
  const chosen = layouts.findIndex(({ sheet }) => sheet.name === given.sheet)
  const layout = layouts[chosen !== -1 ? chosen : counts.indexOf(Math.max(...counts))]
  if (!layout) return unreadableFile('The file has no rows')
  const { sheet, titles, columns } = layout
  const options = { ...defaults, ...layout.options }
  const rows = layout.rows.filter(({ fault, cells }) => fault === undefined && !isSame(cells, titles))
  const ignored = titles.filter((title, index) => title !== '' && columns[index] === undefined)
  const about = {
    sheets: sheets.map(({ name }, index) => ({ name, events: counts[index]! })),
    ...presentLayout(layout, rows, options),
  }
  const sections = sectionsOf(rows, layout, task)
  const missing = missingFields(columns, sections)
  if (missing.length > 0) {
    const isDated = !missing.includes('startDate')
    if (!isDated && !given.columns && isPlainText(layout))
      return unreadableFile('The file is a text without columns, neither a calendar nor a table')
    const faults = [lacksColumns(layout, missing)]
    return { ...EMPTY, records: [], notes: [], faults, ignored, table: { ...about, ...NOTHING_MISSING } }
  }
  const { lines, faults, notes } = linesOf(rows, sections, layout, task.edits ?? [])
  const dates = lines.flatMap(({ cells, weekday }) =>
    [cells.startDate ?? '', cells.endDate ?? '', ...daysIn(cells.except ?? '')].map((date) => ({
      date,
      weekday,
    })),
  )
  const isDayFirst = titles.some((title) => DAY_FIRST_WORDS.has(looseSpelling(title)))
  const order = slashOrder(dates) ?? options.dateOrder ?? (isDayFirst ? 'day' : undefined)
  const today = dayAt(task.timezone, task.now)
  const rules = { order, yearOf: yearRule(today, [...layout.above, sheet.name, task.fileName ?? '']) }
  const hasTimes =
    ['startTime', 'allDay'].some((field) => columns.includes(field)) ||
    lines.some(({ cells }) => readMoment(cells.startDate ?? '', rules).time !== '' || cells.startTime)
  const read = readLines(lines, { timezone: task.timezone, ...rules, wholeDays: !hasTimes, options })
  const allFaults = [...faults, ...read.faults]
  const references = new Map<string, number>()
  const events = {
    records: removeRepeats(read.records, allFaults, references),
    series: removeRepeats(read.series, allFaults, references),
  }
  const table: ImportTable = {
    ...about,
    withoutEnd: read.withoutEnd,
    withoutLocation: lines.filter(({ cells }) => !cells.location).length,
    withoutTime: read.withoutTime,
    homes: homesOf(lines),
    dateOrder: needsOrder(dates.map(({ date }) => date)) ? (order ?? 'unknown') : null,
  }
  const inOrder = {
    faults: allFaults.sort((a, b) => a.line - b.line),
    notes: [...notes, ...read.notes].sort((a, b) => a.line - b.line),
  }
  return { ...EMPTY, ...events, ...inOrder, ignored, table }
}

/** The fields that every table needs, as far as neither a column nor a section has them. */
function missingFields(columns: (string | undefined)[], sections: Section[]): string[] {
  const named = ['name', 'home', 'away'].some((field) => columns.includes(field))
  const dated = columns.includes('startDate') || sections.some(({ date }) => date !== '')
  return [...(named ? [] : ['name']), ...(dated ? [] : ['startDate'])]
}

function isPlainText({ headingLine, sheet }: Layout): boolean {
  return headingLine === 0 && sheet.rows.every(({ cells }) => cells.length < 2)
}

function lacksColumns({ headingLine, titles, sheet }: Layout, missing: string[]): ImportFault {
  const first = sheet.rows[0]?.line
  const where =
    headingLine === first ? 'The first line' : headingLine === 0 ? 'The table' : `Line ${headingLine}`
  const message = `${where} has no column ${missing.join(' and none ')}, but: ${titles.join(', ')}`
  return { line: headingLine || (first ?? 1), message }
}

/** The rows that are events, with their corrected cells, and those that are not, with the reason. */
function linesOf(
  rows: SplitRow[],
  sections: Section[],
  { sheet, columns, weekdayColumn }: Layout,
  edits: CellEdit[],
): { lines: TableLine[]; faults: ImportFault[]; notes: ImportFault[] } {
  const edited = new Map<number, RowCells>()
  for (const edit of edits)
    if (edit.sheet === sheet.name)
      edited.set(edit.line, { ...edited.get(edit.line), [edit.field]: edit.value.trim() })
  const faults = sheet.rows.flatMap(({ line, fault: message }) =>
    message === undefined ? [] : { line, message },
  )
  const notes: ImportFault[] = []
  const lines: TableLine[] = []
  for (const [index, row] of rows.entries()) {
    const { line } = row
    const { date, heading } = sections[index]!
    const edit = edited.get(line)
    if (heading && !edit) {
      if (!date) notes.push({ line, message: `The row is left out: it has only “${heading}”` })
      continue
    }
    const message = tooManyCells(row.cells, columns.length)
    if (message) faults.push({ line, message })
    if (message && !edit) continue
    const cells = { ...cellsByField(row, columns), ...edit }
    if (!cells.startDate && date) cells.startDate = date
    if (isUnknown(cells.startDate ?? ''))
      notes.push({ line, message: `The row is left out: its date is “${cells.startDate}”` })
    else lines.push({ line, cells, weekday: row.cells[weekdayColumn] ?? '' })
  }
  return { lines, faults, notes }
}

/** Reads each line as an event or a series. `withoutEnd` and `withoutTime` count the lines that lack them. */
function readLines(lines: TableLine[], reading: Reading) {
  const records: ImportRecord[] = []
  const series: ImportSeries[] = []
  const faults: ImportFault[] = []
  const notes: ImportFault[] = []
  let [withoutEnd, withoutTime] = [0, 0]
  let yearless = false
  for (const { line, cells, weekday } of lines) {
    const start = cells.startDate ?? ''
    const withWeekday = weekday && !isWeekday(start) ? `${weekday} ${start}` : start
    const moment = readMoment(withWeekday, reading)
    if (moment.yearless && weekday) cells.startDate = withWeekday
    if (moment.yearless && !yearless) {
      yearless = true
      const message = `The dates name no year. They are read as those of the season, or next such day: “${cells.startDate}” is ${moment.date}`
      notes.push({ line, message })
    }
    if (moment.otherWeekday)
      notes.push({ line, message: `${moment.date} is not the weekday of “${withWeekday}”` })
    const row = readRow({ line, cells }, reading)
    if (row.lacksEnd) withoutEnd++
    if (row.lacksTime) withoutTime++
    if (row.lacksTime && reading.options.withoutTime === 'leaveOut') {
      notes.push({ line, message: 'The row is left out: it has no time' })
      continue
    }
    const read = readSeries({ line, cells }, row.record, reading)
    if (!read) records.push({ ...row.record, cells })
    else if ('message' in read) faults.push({ ...read, cells })
    else series.push({ ...read, cells })
  }
  return { records, series, faults, notes, withoutEnd, withoutTime }
}

/** A layout as people are shown it, to correct it. */
function presentLayout(layout: Layout, rows: SplitRow[], options: TableOptions) {
  const { sheet, titles, columns, headingLine, remembered } = layout
  return {
    rows: rows.length,
    lines: sheet.rows.slice(0, SHOWN_LINES).map(({ line, cells }) => ({ line, cells: shortCells(cells) })),
    columns: presentColumns(titles, columns, rows),
    headings: headingLine === 0 ? '' : headingsDigest(titles),
    settings: settingsOf(layout, options),
    remembered,
  }
}

function settingsOf(
  { sheet, headingLine, titles, columns }: Layout,
  options: TableOptions,
): ImportTable['settings'] {
  const keys = columnKeys(titles)
  const teams = columns.includes('home') || columns.includes('away')
  const title = options.title ?? (columns.includes('name') ? '{name}' : DEFAULT_TITLE)
  return {
    ...options,
    ...{ sheet: sheet.name, headingLine },
    columns: Object.fromEntries(keys.map((key, index) => [key, columns[index] ?? ''])),
    ...(teams && { title }),
  }
}

/** True for a row that repeats the headings, as at the top of each printed page. */
function isSame(cells: string[], titles: string[]): boolean {
  return titles.some(Boolean) && titles.every((title, index) => (cells[index] ?? '') === title)
}

function shortCells(cells: string[]): string[] {
  return cells
    .filter(Boolean)
    .slice(0, SHOWN_CELLS)
    .map((cell) => cell.slice(0, SAMPLE_LENGTH))
}

/**
 * The section of each row: lists have rows with nothing but a date, which is that of the rows below, or with nothing
 * but another heading, such as `Round 3`. `heading`: the row is no event but such a heading.
 */
function sectionsOf(rows: SplitRow[], { columns }: Layout, task: TableTask): Section[] {
  let section = ''
  const yearOf = yearRule(dayAt(task.timezone, task.now), [])
  return rows.map(({ cells }) => {
    const filled = cells.flatMap((cell, index) => (cell ? [index] : []))
    const [index = -1] = filled
    if (filled.length !== 1 || columns.length < 3) return { date: section, heading: '' }
    const cell = cells[index]!
    const isDate = readMoment(cell, { order: 'day', yearOf }).date !== cell || isDay(cell)
    // A row with only a title is an event whose date is missing.
    if (!isDate && columns[index] === 'name') return { date: section, heading: '' }
    if (isDate) section = cell
    return { date: isDate ? cell : '', heading: cell }
  })
}

function homesOf(lines: Line[]): ImportTable['homes'] {
  const rows = new Map<string, number>()
  for (const { cells } of lines)
    if (!cells.location && cells.home) rows.set(cells.home, (rows.get(cells.home) ?? 0) + 1)
  return [...rows].slice(0, MAX_HOMES).map(([team, count]) => ({ team, rows: count }))
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
