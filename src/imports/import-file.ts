import { createHash } from 'node:crypto'
import type { FieldErrors } from '../errors.ts'
import type { SlashOrder } from './table-dates.ts'

/** Cells of a row by the fields of their columns. */
export type RowCells = Partial<Record<string, string>>

/** An event in a file. */
export interface ImportRecord {
  /** Its first line in the file, from 1. */
  line: number
  /** Identifies the event in later imports. */
  reference: string
  /** The file has the event as cancelled, or as a date that its series leaves out. */
  cancelled: boolean
  /** It is cancelled with all its fields: `STATUS:CANCELLED`. */
  marked?: true
  /** Its fields by their API names, for `readEvent`. Other fields of a stored event stay as they are. */
  input: Record<string, unknown>
  /** The reference that it has as a date of a series: an earlier import may have stored it as one. */
  dateReference?: string
  /** The cells of its row in a table by the fields of their columns. */
  cells?: RowCells
}

/** A series in a file. */
export interface ImportSeries {
  /** Its first line in the file, from 1. */
  line: number
  /** Identifies the series in later imports; its dates have it with `@` and their day. */
  reference: string
  /**
   * In front of the references that its dates had when imports stored them as single events; undefined if there
   * were none.
   */
  uid?: string
  /** The file has the whole series as cancelled. */
  cancelled: boolean
  /** The fields of its first date by their API names. */
  input: Record<string, unknown>
  /** RFC 5545, 3.3.10. */
  rule: string
  /** Days or occurrences that it leaves out, among them some that the rule may not give. */
  exclude: string[]
  /** Additional days at the same time of day, YYYY-MM-DD. */
  include: string[]
  /** The dates that differ from it. */
  dates: ImportDate[]
  /** The cells of its row in a table by the fields of their columns. */
  cells?: RowCells
}

/** A date of a series in a file that differs from the series. */
export interface ImportDate {
  line: number
  /** The local start that the series gave: `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` when it lasts all day. */
  occurrence: string
  /** Its fields by their API names. */
  input: Record<string, unknown>
  /** The reference that it had when imports stored it as a single event. */
  reference: string
}

/** A fault of a file, at a line from 1. */
export interface ImportFault {
  line: number
  message: string
  /** The messages by field, if they are about fields. */
  errors?: FieldErrors
  /** The cells of its row in a table by the fields of their columns. */
  cells?: RowCells
}

/** A series with more dates than are read. */
export interface PartialSeries {
  reference: string
  /** Its first and last date, as in references of its dates. */
  first: string
  last: string
  /** The first and last date that are read. */
  from: string
  to: string
}

export interface ImportFile {
  records: ImportRecord[]
  series: ImportSeries[]
  faults: ImportFault[]
  /** Notes on parts that are valid but read differently. */
  notes: ImportFault[]
  /** The number of reminders that our events can't have. */
  droppedAlarms: number
  partial: PartialSeries[]
  /** The file is neither a calendar nor a table; its only fault says so. */
  unreadable: boolean
  /** The end of a calendar is missing; one of the faults says so. */
  cutOff?: true
  /** Fields that every event of this kind of file needs in addition to name and dates. */
  required: string[]
  /** Titles of unknown columns. */
  ignored: string[]
  /** How a table was read; undefined for a calendar. */
  table?: ImportTable
}

/** Choices for what a table does not say. Whatever is left out is guessed, or stays a fault. */
export interface TableOptions {
  /** The name of the sheet. */
  sheet?: string
  /** The line of the headings, from 1; 0: there are none. */
  headingLine?: number
  /** Fields by column key, empty for none; for other columns the title decides. */
  columns?: Record<string, string>
  /** The order in dates such as 3/4/2026, if the table leaves it open. */
  dateOrder?: SlashOrder
  /** A pattern that makes a title of the fields of a row, such as `{home} – {away}`. */
  title?: string
  /** The duration in minutes of events with a start time but no end; null: such rows are faulty. */
  minutes?: number | null
  /** The location of events without one. */
  location?: string
  /** The locations of events without one by the row's home team, before `location`. */
  places?: Record<string, string>
  /** Rows without a time: all-day events, or none. */
  withoutTime?: 'allDay' | 'leaveOut'
}

/** A cell of a table that somebody has corrected. `line`: that of its row. */
export interface CellEdit {
  /** Empty for a table that is not one of several. */
  sheet: string
  line: number
  field: string
  value: string
}

export interface ImportTable {
  /** All sheets of the file, with the numbers of their rows that have a date. */
  sheets: { name: string; events: number }[]
  /** The first lines of the sheet, among them that of the headings. */
  lines: { line: number; cells: string[] }[]
  /** In the order of the table, each with its first non-empty cells. */
  columns: { key: string; field: string | null; samples: string[] }[]
  rows: number
  /** Rows with a start time and no end. */
  withoutEnd: number
  withoutLocation: number
  /** Rows without a time that are not marked as all-day, in a table with times. */
  withoutTime: number
  /** The home teams of rows without a location. */
  homes: { team: string; rows: number }[]
  /** The order in dates such as 3/4/2026; `unknown`: a choice is needed; null: no date needs it. */
  dateOrder: 'day' | 'month' | 'unknown' | null
  /** The choices by which it was read: those given, remembered and guessed. */
  settings: TableOptions & Required<Pick<TableOptions, 'sheet' | 'headingLine' | 'columns'>>
  /** Identifies the headings; empty without any. */
  headings: string
  /** The choices of an earlier table with the same headings were used. */
  remembered: boolean
}

/** The choices for an earlier table, and what identifies its headings. */
export interface RememberedTable extends TableOptions {
  headings: string
}

const MAX_REFERENCE = 255

/** A reference for an event that has none in the file: the same as long as name and start stay the same. */
export function generatedReference(name: string, start: string): string {
  return `import-${digest(`${name}\n${start}`).slice(0, 24)}`
}

/** Shortens a reference that is too long to be stored. */
export function storableReference(reference: string): string {
  return reference.length <= MAX_REFERENCE ? reference : digest(reference)
}

/** The longest reference of a series: its dates add `@` and their day. */
const MAX_SERIES_REFERENCE = MAX_REFERENCE - 11

/** Shortens a reference that is too long for a series. */
export function seriesReference(reference: string): string {
  return reference.length <= MAX_SERIES_REFERENCE ? reference : digest(reference)
}

/** The result for an unreadable file. */
export function unreadableFile(message: string): ImportFile {
  const nothing = {
    records: [],
    series: [],
    notes: [],
    droppedAlarms: 0,
    partial: [],
    required: [],
    ignored: [],
  }
  return { ...nothing, unreadable: true, faults: [{ line: 1, message }] }
}

/** Keeps the first record of each reference; the others are faults. `lines`: those of references before. */
export function removeRepeats<Entry extends Pick<ImportRecord, 'reference' | 'line'>>(
  records: Entry[],
  faults: ImportFault[],
  lines = new Map<string, number>(),
): Entry[] {
  return records.filter(({ reference, line }) => {
    const first = lines.get(reference)
    if (first === undefined) lines.set(reference, line)
    else faults.push({ line, message: `Event reference [${reference}] is that of line ${first} too` })
    return first === undefined
  })
}

/** Identifies a row of headings. */
export function headingsDigest(titles: string[]): string {
  return digest(titles.join('\n')).slice(0, 24)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
