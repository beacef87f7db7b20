import path from 'node:path'
import { isZip, kindOfBytes } from './file-kind.ts'
import { type ImportFile, unreadableFile } from './import-file.ts'
import { readIcs } from './read-ics.ts'
import { isJson, readOpenFootball } from './read-openfootball.ts'
import { readTable, type TableTask } from './read-table.ts'
import { readWorkbook } from './read-workbook.ts'
import { rowsOf } from './split-rows.ts'
import { decodeText, plainBytes } from './text-encoding.ts'

const CALENDAR_NAMES = ['.ics', '.ical', '.ifb', '.icalendar']

/** A file, and how to read it. */
export interface ReadTask extends TableTask {
  fileName: string
  bytes: Buffer
}

/** Reads a calendar file, a workbook, a table or the matches of openfootball. Never throws: all errors are in the file's faults. */
export async function readImport({ bytes, ...task }: ReadTask): Promise<ImportFile> {
  const { fileName, timezone, now } = task
  const plain = plainBytes(bytes)
  const start = plain.toString('latin1', 0, 1000).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(start)) return readIcs(plain, timezone, now)
  if (start === '') return unreadableFile('The file is empty')
  if (isZip(bytes)) {
    const sheets = await readWorkbook(bytes)
    return 'fault' in sheets ? unreadableFile(sheets.fault) : readTable(sheets, task)
  }
  if (isJson(start)) {
    const matches = readOpenFootball(decodeText(plain), timezone)
    if ('fault' in matches) return unreadableFile(matches.fault)
    // Matches without a time have a day: the time is set later.
    return readTable([matches], { ...task, defaults: { withoutTime: 'allDay', ...task.defaults } })
  }
  const otherKind = kindOfBytes(plain)
  if (otherKind) return unreadableFile(otherKind)
  if (CALENDAR_NAMES.includes(path.extname(fileName).toLowerCase())) {
    return unreadableFile('The file does not begin with BEGIN:VCALENDAR')
  }
  return readTable([{ name: '', separated: true, rows: rowsOf(decodeText(plain)) }], task)
}
