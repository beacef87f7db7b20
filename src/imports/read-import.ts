import path from 'node:path'
import type { ImportFile, TableOptions } from './import-file.ts'
import { readCsv } from './read-csv.ts'
import { readIcs } from './read-ics.ts'
import { plainBytes } from './text-encoding.ts'

const CALENDAR_NAMES = ['.ics', '.ical', '.ifb', '.icalendar']

/**
 * Reads a calendar file or a table, whichever it is. `timezone` is the publisher's, `now` in epoch ms. Never
 * throws: whatever is wrong with the file is among its faults.
 */
export function readImport(
  fileName: string,
  bytes: Buffer,
  timezone: string,
  now: number,
  options: TableOptions = {},
): ImportFile {
  const plain = plainBytes(bytes)
  const start = plain.toString('latin1', 0, 1000).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(start)) return readIcs(plain, timezone, now)
  const unreadable = (message: string) => ({
    records: [],
    faults: [{ line: 1, message }],
    required: [],
    ignored: [],
  })
  if (start === '') return unreadable('The file is empty')
  if (start.startsWith('<'))
    return unreadable('The file is a web page or XML, neither a calendar nor a table')
  if (start.includes('\0') || start.startsWith('PK\u0003'))
    return unreadable('The file is no text: save the table as CSV')
  if (CALENDAR_NAMES.includes(path.extname(fileName).toLowerCase())) {
    return unreadable('The file does not begin with BEGIN:VCALENDAR')
  }
  return readCsv(plain, timezone, options)
}
