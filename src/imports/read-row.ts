import { unmarkedCell } from '../csv.ts'
import { splitTags } from '../events/tag-list.ts'
import { isDay } from '../time/day.ts'
import {
  generatedReference,
  type ImportFault,
  type ImportRecord,
  type ImportSeries,
  type RowCells,
  seriesReference,
  storableReference,
  type TableOptions,
} from './import-file.ts'
import { readRepeats } from './repeat-words.ts'
import type { SplitRow } from './split-rows.ts'
import { type DateRules, endDayOf, readMoment } from './table-dates.ts'
import { isUnknown, minutesLater, readTimes } from './table-times.ts'

/** An empty cell in these columns is treated as missing. */
const SKIPPED_WHEN_EMPTY = ['draft', 'featured', 'primary_link', 'secondary_link']
/** Fields of a row that make the title of its event. */
const TITLE_FIELDS = ['home', 'away', 'competition', 'round']
export const DEFAULT_TITLE = '{home} – {away}'
const YES = /^(yes|y|true|x|1|ja|oui|sí|si|はい|نعم)$/i
const NO = /^(no|n|false|0|nein|non|)$/i

/** A row's cells by field. */
export interface Line {
  line: number
  cells: RowCells
}

/** Settings for all rows of a table. */
export interface Reading extends DateRules {
  timezone: string
  /** The table has no times: all its events are all-day events. */
  wholeDays: boolean
  options: TableOptions
}

/** A row as an event. */
export interface RowRead {
  record: ImportRecord
  /** It has a start time, but neither an end time nor a later end date. */
  lacksEnd: boolean
  /** It has no time in a table with times, and no cell says that it needs none. */
  lacksTime: boolean
}

/** The cells of a row by the fields of its columns. Cells of columns without a field are left out. */
export function cellsByField(row: SplitRow, columns: (string | undefined)[]): RowCells {
  const cells = columns.flatMap((field, index) =>
    field ? [[field, unmarkedCell(row.cells[index] ?? '')] as const] : [],
  )
  return Object.fromEntries(
    cells.filter(([field, cell]) => cell !== '' || !SKIPPED_WHEN_EMPTY.includes(field)),
  )
}

/** Reads a row as an event. Generates a reference if it has none. */
export function readRow({ cells, line }: Line, reading: Reading): RowRead {
  const { timezone, wholeDays, options } = reading
  const times = cellTimes(cells, reading)
  const { startDate, startTime, zone } = times
  const lacksTime = !wholeDays && !cells.allDay && !startTime && !times.endTime
  const endsSameDay = times.endDate === '' || times.endDate === startDate
  const lacksEnd =
    !wholeDays && !YES.test(cells.allDay ?? '') && startTime !== '' && times.endTime === '' && endsSameDay
  const { endDate, endTime } = endOf(times, lacksEnd ? options.minutes : undefined)
  const { reference, repeats: _, except: _e, home, away: _a, competition: _c, round: _r, ...others } = cells
  const isWholeDay = wholeDays || (options.withoutTime === 'allDay' && lacksTime)
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
    ...(cells.tags !== undefined && { tags: splitTags(cells.tags) }),
  }
  const anyReference = reference || generatedReference(name ?? '', `${startDate} ${startTime}`)
  const record = { line, reference: storableReference(anyReference), cancelled: false, input }
  return { record, lacksEnd, lacksTime }
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
export function readSeries(
  { cells, line }: Line,
  { reference, input }: ImportRecord,
  rules: DateRules,
): ImportSeries | ImportFault | undefined {
  const { repeats = '', except = '' } = cells
  if (repeats === '' && except === '') return undefined
  if (repeats === '')
    return { line, message: 'Event except needs repeats: a single event leaves out no date' }
  const readDay = (text: string) => readMoment(text, rules).date
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
export function daysIn(cell: string): string[] {
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

/** The end of a row, or, without one, so many minutes after its start. */
function endOf(
  { startDate, startTime, endDate, endTime }: RowTimes,
  minutes: number | null | undefined,
): Pick<RowTimes, 'endDate' | 'endTime'> {
  const late = minutes ? minutesLater(startDate, startTime, minutes) : undefined
  if (late) return { endDate: late.date, endTime: late.time }
  return { endDate: endDate || endDayOf(startDate, startTime, endTime), endTime }
}

/** Reads a yes-or-no cell. Returns other texts unchanged, so that they become faults. */
function readSwitch<T>(cell: string, yes: T, no: T): T | string {
  return YES.test(cell) ? yes : NO.test(cell) ? no : cell
}
