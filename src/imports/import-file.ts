import { createHash } from 'node:crypto'

/** One event as a file tells it. */
export interface ImportRecord {
  /** Where it stands in the file, from 1. */
  line: number
  /** What it is found by again in the next run. */
  reference: string
  /** The file says that the event does not take place. */
  cancelled: boolean
  /** Its fields as the API names them, for `readEvent`. What is not there stays as it is in an event we have. */
  input: Record<string, unknown>
}

/** What is wrong with a file, at a line from 1. */
export interface ImportFault {
  line: number
  message: string
}

/** A series of which not all dates are read. */
export interface PartialSeries {
  reference: string
  /** Its first and its last date, as references of dates name them. */
  first: string
  last: string
  /** Those that are read. */
  from: string
  to: string
}

export interface ImportFile {
  records: ImportRecord[]
  faults: ImportFault[]
  /** Notes on parts that are read in another way than the file has them, without being faults. */
  notes: ImportFault[]
  /** Reminders of events that an event here can't have. */
  droppedAlarms: number
  partial: PartialSeries[]
  /** The file is no calendar and no table, as its only fault says. */
  unreadable: boolean
  /** Fields that every event of such a file has to have beside name and dates. */
  required: string[]
  /** Columns whose names say nothing to us. */
  ignored: string[]
  /** How a table was read; a calendar file has none. */
  table?: ImportTable
}

/** How a table is to be read, as far as it does not say so itself. */
export interface TableOptions {
  /** The field of each column by its key, empty for none; what is not here is guessed by the title. */
  columns?: Record<string, string>
  /** How dates such as 3/4/2026 are written, where the table leaves it open. */
  dateOrder?: 'day' | 'month'
  /** How long an event lasts whose row has a start time and no end. */
  minutes?: number
  /** Where an event is whose row does not say. */
  location?: string
  /** Rows without a start time are of events that last all day. */
  allDayWithoutTime?: boolean
}

export interface ImportTable {
  /** In the order of the table, each with its first cells that are not empty. */
  columns: { key: string; field: string | null; samples: string[] }[]
  rows: number
  /** Rows with a start time and no end. */
  withoutEnd: number
  withoutLocation: number
  /** Rows without any time that do not say that they last all day, in a table whose others have times. */
  withoutTime: number
  /** How its dates such as 3/4/2026 are read; `unknown`: somebody has to say; null: it has none that need it. */
  dateOrder: 'day' | 'month' | 'unknown' | null
}

const MAX_REFERENCE = 255

/** The reference of an event whose file gives it none: the same as long as its name and start are. */
export function madeUpReference(name: string, start: string): string {
  return `import-${digest(`${name}\n${start}`).slice(0, 24)}`
}

/** A reference of any length as one that can be stored. */
export function storableReference(reference: string): string {
  return reference.length <= MAX_REFERENCE ? reference : digest(reference)
}

/** A file of which nothing can be read. */
export function unreadableFile(message: string): ImportFile {
  const nothing = { records: [], notes: [], droppedAlarms: 0, partial: [], required: [], ignored: [] }
  return { ...nothing, unreadable: true, faults: [{ line: 1, message }] }
}

/** Keeps the first record of each reference; the others are faults. */
export function withoutRepeats(records: ImportRecord[], faults: ImportFault[]): ImportRecord[] {
  const lines = new Map<string, number>()
  return records.filter(({ reference, line }) => {
    const first = lines.get(reference)
    if (first === undefined) lines.set(reference, line)
    else faults.push({ line, message: `Event reference [${reference}] is that of line ${first} too` })
    return first === undefined
  })
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
