import { unmarkedCell } from '../csv.ts'
import { dayAt, isDay } from '../time/day.ts'
import { DAY_FIRST_WORDS } from './heading-words.ts'
import {
  type CellEdit,
  generatedReference,
  headingsDigest,
  type ImportFault,
  type ImportFile,
  type ImportRecord,
  type ImportSeries,
  type ImportTable,
  type RememberedTable,
  removeRepeats,
  type RowCells,
  seriesReference,
  storableReference,
  type TableOptions,
  unreadableFile,
} from './import-file.ts'
import { readRepeats } from './repeat-words.ts'
import { type SplitRow, tooManyCells } from './split-rows.ts'
import { MAX_COLUMNS, type Sheet } from './table.ts'
import { columnKeys, type TableFields } from './table-columns.ts'
import { looseSpelling } from './table-columns.ts'
import {
  type DateRules,
  endDayOf,
  isWeekday,
  needsOrder,
  readMoment,
  slashOrder,
  yearRule,
} from './table-dates.ts'
import { countEvents, findLayout, type Layout } from './table-layout.ts'
import { isUnknown, minutesLater, readTimes } from './table-times.ts'

/** An empty cell in these columns is treated as missing. */
const SKIPPED_WHEN_EMPTY = ['draft', 'featured', 'primary_link', 'secondary_link']
/** Fields of a row that make the title of its event. */
const TITLE_FIELDS = ['home', 'away', 'competition', 'round']
const DEFAULT_TITLE = '{home} – {away}'
const YES = /^(yes|y|true|x|1|ja|oui|sí|si|はい|نعم)$/i
const NO = /^(no|n|false|0|nein|non|)$/i
const SAMPLES = 3
const SAMPLE_LENGTH = 80
/** First lines that are shown to choose the headings among. */
const SHOWN_LINES = 20
const SHOWN_CELLS = 8
/** Home teams without a place that are asked for. */
const MAX_HOMES = 100

type Line = { line: number; cells: RowCells }

/** Settings for all rows of a table. */
export interface Reading extends DateRules {
  timezone: string
  /** The table has no times: all its events are all-day events. */
  wholeDays: boolean
  options: TableOptions
}

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

/**
 * Reads the sheet with the most events, or the chosen one. The row of headings has the names of fields, in the API's
 * or in common words of many languages. Without a column for references, name and start identify events.
 */
export function readTable(sheets: Sheet[], task: TableTask): ImportFile {
  const { fields, options: given = {}, remembered = [], defaults = {}, edits = [], timezone } = task
  const rest = {
    series: [],
    required: [],
    notes: [] as ImportFault[],
    droppedAlarms: 0,
    partial: [],
    unreadable: false,
  }
  const wide = sheets.flatMap(({ rows }) => rows).find(({ cells }) => cells.length > MAX_COLUMNS)
  if (wide) {
    const message = `The ${wide === sheets[0]!.rows[0] ? 'first line' : 'table'} has ${wide.cells.length} columns, of at most ${MAX_COLUMNS}`
    return { ...rest, records: [], faults: [{ line: wide.line, message }], ignored: [] }
  }
  const layouts = sheets.map((sheet) => findLayout(sheet, fields, given, remembered))
  const counts = layouts.map((layout) => countEvents(layout))
  const chosen = layouts.findIndex(({ sheet }) => sheet.name === given.sheet)
  const layout = layouts[chosen !== -1 ? chosen : counts.indexOf(Math.max(...counts))]
  if (!layout) return unreadableFile('The file has no rows')
  const { sheet, titles, columns, headingLine, rows: all } = layout
  const options = { ...defaults, ...layout.options }
  const faults = sheet.rows.flatMap(({ line, fault: message }) =>
    message === undefined ? [] : { line, message },
  )
  const rows = all.filter(({ fault, cells }) => fault === undefined && !isSame(cells, titles))
  const ignored = titles.filter((title, index) => title !== '' && columns[index] === undefined)
  const settings = settingsOf(layout, options)
  const about = {
    sheets: sheets.map(({ name }, index) => ({ name, events: counts[index]! })),
    lines: sheet.rows.slice(0, SHOWN_LINES).map(({ line, cells }) => ({ line, cells: shortCells(cells) })),
    columns: presentColumns(titles, columns, rows),
    headings: headingLine === 0 ? '' : headingsDigest(titles),
    settings,
    remembered: layout.remembered,
  }
  const sections = sectionsOf(rows, layout, task)
  const dated = columns.includes('startDate') || sections.some(({ date }) => date !== '')
  const named = ['name', 'home', 'away'].some((field) => columns.includes(field))
  const missing = [...(named ? [] : ['name']), ...(dated ? [] : ['startDate'])]
  if (missing.length > 0) {
    if (headingLine === 0 && !dated && sheet.rows.every(({ cells }) => cells.length < 2) && !given.columns)
      return unreadableFile('The file is a text without columns, neither a calendar nor a table')
    const where =
      headingLine === sheet.rows[0]?.line
        ? 'The first line'
        : headingLine === 0
          ? 'The table'
          : `Line ${headingLine}`
    const message = `${where} has no column ${missing.join(' and none ')}, but: ${titles.join(', ')}`
    const none = { withoutEnd: 0, withoutLocation: 0, withoutTime: 0, homes: [] }
    const table = { ...about, rows: rows.length, ...none, dateOrder: null }
    const line = headingLine || (sheet.rows[0]?.line ?? 1)
    return { ...rest, records: [], faults: [{ line, message }], ignored, table }
  }
  const edited = new Map<number, RowCells>()
  for (const edit of edits)
    if (edit.sheet === sheet.name)
      edited.set(edit.line, { ...edited.get(edit.line), [edit.field]: edit.value.trim() })
  const notes: ImportFault[] = []
  const weekdays = new Map<number, string>()
  const lines: Line[] = []
  for (const [index, row] of rows.entries()) {
    const { date, heading } = sections[index]!
    const edit = edited.get(row.line)
    if (heading && !edit) {
      if (!date) notes.push({ line: row.line, message: `The row is left out: it has only “${heading}”` })
      continue
    }
    const message = tooManyCells(row.cells, columns.length)
    if (message) faults.push({ line: row.line, message })
    if (message && !edit) continue
    const cells = { ...cellsByField(row, columns), ...edit }
    if (!cells.startDate && date) cells.startDate = date
    if (isUnknown(cells.startDate ?? '')) {
      notes.push({ line: row.line, message: `The row is left out: its date is “${cells.startDate}”` })
      continue
    }
    const weekday = row.cells[layout.weekdayColumn] ?? ''
    if (weekday) weekdays.set(row.line, weekday)
    lines.push({ line: row.line, cells })
  }
  const dates = lines.flatMap(({ cells, line }) =>
    [cells.startDate ?? '', cells.endDate ?? '', ...daysIn(cells.except ?? '')].map((date) => ({
      date,
      weekday: weekdays.get(line) ?? '',
    })),
  )
  const isDayFirst = titles.some((title) => DAY_FIRST_WORDS.has(looseSpelling(title)))
  const order = slashOrder(dates) ?? options.dateOrder ?? (isDayFirst ? 'day' : undefined)
  const today = dayAt(timezone, task.now)
  const yearOf = yearRule(today, [...layout.above, sheet.name, task.fileName ?? ''])
  const timed = ['startTime', 'allDay'].some((field) => columns.includes(field))
  const rules = { order, yearOf }
  const wholeDays =
    !timed &&
    lines.every(({ cells }) => readMoment(cells.startDate ?? '', rules).time === '' && !cells.startTime)
  const reading: Reading = { timezone, ...rules, wholeDays, options }
  const records: ImportRecord[] = []
  const series: ImportSeries[] = []
  let yearless: Line | undefined
  for (const line of lines) {
    // The weekday may stand in a column of its own.
    const weekday = weekdays.get(line.line)
    const start = line.cells.startDate ?? ''
    const withWeekday = weekday && !isWeekday(start) ? `${weekday} ${start}` : start
    const moment = readMoment(withWeekday, rules)
    if (moment.yearless) {
      yearless ??= line
      if (weekday) line.cells.startDate = withWeekday
    }
    if (moment.otherWeekday)
      notes.push({ line: line.line, message: `${moment.date} is not the weekday of “${withWeekday}”` })
    if (options.withoutTime === 'leaveOut' && lacksTime(line.cells, reading)) {
      notes.push({ line: line.line, message: 'The row is left out: it has no time' })
      continue
    }
    const record = { ...readRecord(line, reading), cells: line.cells }
    const read = readSeries(line, record, reading)
    if (!read) records.push(record)
    else if ('message' in read) faults.push(withCells(read, line.cells))
    else series.push({ ...read, cells: line.cells })
  }
  if (yearless) {
    const { date } = readMoment(yearless.cells.startDate ?? '', rules)
    notes.push({
      line: yearless.line,
      message: `The dates name no year. They are read as those of the season, or next such day: “${yearless.cells.startDate}” is ${date}`,
    })
  }
  const references = new Map<string, number>()
  const unique = {
    records: removeRepeats(records, faults, references),
    series: removeRepeats(series, faults, references),
  }
  faults.sort((a, b) => a.line - b.line)
  notes.sort((a, b) => a.line - b.line)
  const table: ImportTable = {
    ...about,
    rows: rows.length,
    withoutEnd: lines.filter(({ cells }) => lacksEnd(cells, reading)).length,
    withoutLocation: lines.filter(({ cells }) => !cells.location).length,
    withoutTime: lines.filter(({ cells }) => lacksTime(cells, reading)).length,
    homes: homesOf(lines),
    dateOrder: needsOrder(dates.map(({ date }) => date)) ? (order ?? 'unknown') : null,
  }
  return { ...rest, ...unique, notes, faults, ignored, table }
}

function withCells(fault: ImportFault, cells: RowCells): ImportFault {
  return { ...fault, cells }
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
function sectionsOf(
  rows: SplitRow[],
  { columns }: Layout,
  task: TableTask,
): { date: string; heading: string }[] {
  let section = ''
  const yearOf = yearRule(dayAt(task.timezone, task.now), [])
  const dateIndex = columns.indexOf('startDate')
  return rows.map(({ cells }) => {
    const filled = cells.flatMap((cell, index) => (cell ? [index] : []))
    const [index = -1] = filled
    if (filled.length !== 1 || columns.length < 3) return { date: section, heading: '' }
    const cell = cells[index]!
    const isDate = readMoment(cell, { order: 'day', yearOf }).date !== cell || isDay(cell)
    // A row with only a title is an event whose date is missing.
    if (!isDate && columns[index] === 'name') return { date: section, heading: '' }
    if (isDate) section = cell
    return { date: isDate && dateIndex !== index ? cell : isDate ? cell : '', heading: cell }
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

export function cellsByField(row: SplitRow, columns: (string | undefined)[]): RowCells {
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
  const { startDate, startTime, endDate, endTime, zone } = readRowTimes(cells, reading)
  const { reference, repeats: _, except: _e, home, away: _a, competition: _c, round: _r, ...others } = cells
  const isWholeDay = wholeDays || (options.withoutTime === 'allDay' && lacksTime(cells, reading))
  const location = cells.location || options.places?.[home ?? ''] || options.location
  const name = titleOf(cells, options)
  const input = {
    ...others,
    ...(name !== undefined && { name }),
    startDate,
    startTime,
    endDate,
    endTime,
    allDay: isWholeDay ? 'yes' : readSwitch(cells.allDay ?? '', 'yes', 'no'),
    ...(location && { location }),
    ...(cells.timezone === '' && { timezone }),
    ...(zone && !cells.timezone && { timezone: zone }),
    ...(cells.draft !== undefined && { draft: readSwitch(cells.draft, 1, 0) }),
    ...(cells.tags !== undefined && { tags: cells.tags.split(/\s*[,;|]\s*/).filter(Boolean) }),
  }
  const anyReference = reference || generatedReference(name ?? '', `${startDate} ${startTime}`)
  return { line, reference: storableReference(anyReference), cancelled: false, input }
}

/** The title of a row: its own, or made of its teams. Separators beside an empty field are left out. */
function titleOf(cells: RowCells, { title }: TableOptions): string | undefined {
  if (!cells.home && !cells.away) return cells.name
  if (title === undefined && cells.name) return cells.name
  return (title ?? DEFAULT_TITLE)
    .replace(/\{(\w+)\}/g, (_, field: string) =>
      [...TITLE_FIELDS, 'name'].includes(field) ? (cells[field] ?? '') : '',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[\s–—\-:,|/·]+|[\s–—\-:,|/·]+$/g, '')
}

/** Reads a row with a rule as a series; undefined for any other row. */
function readSeries(
  { cells, line }: Line,
  { reference, input }: ImportRecord,
  { order, yearOf }: Reading,
): ImportSeries | ImportFault | undefined {
  const { repeats = '', except = '' } = cells
  if (repeats === '' && except === '') return undefined
  if (repeats === '')
    return { line, message: 'Event except needs repeats: a single event leaves out no date' }
  const readDay = (text: string) => readMoment(text, { order, yearOf }).date
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

interface RowTimes {
  startDate: string
  startTime: string
  endDate: string
  endTime: string
  /** IANA; undefined if no cell names one. */
  zone: string | undefined
}

/** The times of a row as its cells have them: one cell can have several of them. */
function cellTimes(cells: RowCells, rules: DateRules): RowTimes {
  const start = readMoment(cells.startDate ?? '', rules)
  const end = readMoment(cells.endDate ?? '', rules)
  const at = timesIn(cells.startTime)
  const until = timesIn(cells.endTime)
  return {
    startDate: start.date,
    startTime: at.time || start.time,
    endDate: end.date || start.endDate,
    endTime: until.time || end.time || at.endTime || start.endTime,
    zone: at.timezone ?? start.timezone,
  }
}

/** A cell below the heading of a time. One that is not known yet is none; any other text becomes a fault. */
function timesIn(cell = '') {
  if (cell === '' || isUnknown(cell)) return { time: '', endTime: '' }
  return readTimes(cell, { bare: true }) ?? { time: cell, endTime: '' }
}

function readRowTimes(cells: RowCells, reading: Reading): RowTimes {
  const times = cellTimes(cells, reading)
  const { startDate, startTime, endTime } = times
  const { minutes } = reading.options
  if (minutes && lacksEnd(cells, reading)) {
    const late = minutesLater(startDate, startTime, minutes)
    if (late) return { ...times, endDate: late.date, endTime: late.time }
  }
  return { ...times, endDate: times.endDate || endDayOf(startDate, startTime, endTime) }
}

/** True for a row with a start time and without an end time or a later end date. */
function lacksEnd(cells: RowCells, reading: Reading): boolean {
  if (reading.wholeDays || YES.test(cells.allDay ?? '')) return false
  const { startDate, startTime, endDate, endTime } = cellTimes(cells, reading)
  return startTime !== '' && endTime === '' && (endDate === '' || endDate === startDate)
}

/** True for a row without a time that is not marked as all-day or not, in a table with times. */
function lacksTime(cells: RowCells, reading: Reading): boolean {
  if (reading.wholeDays || cells.allDay) return false
  const { startTime, endTime } = cellTimes(cells, reading)
  return startTime === '' && endTime === ''
}

/** Reads a yes-or-no cell. Returns other texts unchanged, so that they become faults. */
function readSwitch<T>(cell: string, yes: T, no: T): T | string {
  return YES.test(cell) ? yes : NO.test(cell) ? no : cell
}
