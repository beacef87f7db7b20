import path from 'node:path'
import type { TableFields } from './csv-columns.ts'
import { kindOfBytes } from './file-kind.ts'
import { type ImportFile, type TableOptions, unreadableFile } from './import-file.ts'
import { readCsv } from './read-csv.ts'
import { readIcs } from './read-ics.ts'
import { plainBytes } from './text-encoding.ts'

const CALENDAR_NAMES = ['.ics', '.ical', '.ifb', '.icalendar']

/** A file, and how to read it. */
export interface ReadTask {
  fileName: string
  bytes: Buffer
  /** The publisher's. */
  timezone: string
  /** Epoch ms. */
  now: number
  /** The fields of columns in a table, by heading. */
  fields: TableFields
  options: TableOptions
}

/** Reads a calendar file or a table. Never throws: all errors are in the file's faults. */
export function readImport({ fileName, bytes, timezone, now, fields, options }: ReadTask): ImportFile {
  const plain = plainBytes(bytes)
  const start = plain.toString('latin1', 0, 1000).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(start)) return readIcs(plain, timezone, now)
  if (start === '') return unreadableFile('The file is empty')
  const otherKind = kindOfBytes(plain)
  if (otherKind) return unreadableFile(otherKind)
  if (CALENDAR_NAMES.includes(path.extname(fileName).toLowerCase())) {
    return unreadableFile('The file does not begin with BEGIN:VCALENDAR')
  }
  return readCsv(plain, timezone, fields, options)
}
