import { expect, it } from 'vitest'
import { readImport, type ReadTask } from './read-import.ts'
import { TABLE_FIELDS } from './table-fields.ts'

const NOW = Date.UTC(2026, 0, 1)
const CALENDAR = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260701\nSUMMARY:Fête\nEND:VEVENT\nEND:VCALENDAR\n'
const TABLE = 'name\tdate\nFête\t2026-07-01\n'

function taskOf(fileName: string, bytes: Buffer): ReadTask {
  return { fileName, bytes, timezone: 'UTC', now: NOW, fields: TABLE_FIELDS, options: {} }
}

it.each([
  ['a calendar with any name', 'file.csv', Buffer.from(CALENDAR)],
  ['a calendar with a byte order mark', 'file.ics', Buffer.from('\ufeff' + CALENDAR)],
  ['a calendar in UTF-16', 'file.ics', Buffer.from('\ufeff' + CALENDAR, 'utf16le')],
  ['a table', 'file', Buffer.from(TABLE)],
  ['a table with a byte order mark', 'file.csv', Buffer.from('\ufeff' + TABLE)],
  ['a table in UTF-16', 'file.txt', Buffer.from('\ufeff' + TABLE, 'utf16le')],
  ['a table in big-endian UTF-16', 'file.txt', Buffer.from('\ufeff' + TABLE, 'utf16le').swap16()],
  ['a table in Windows-1252', 'file.csv', Buffer.from(TABLE, 'latin1')],
])('reads %s', async (_, name, bytes) => {
  const file = await readImport(taskOf(name, bytes))
  expect(file.faults).toEqual([])
  expect(file.records).toMatchObject([
    { line: 2, input: { name: 'Fête', startDate: '2026-07-01', allDay: 'yes' } },
  ])
})

it.each([
  ['an empty file', 'file.csv', '', 'The file is empty'],
  [
    'a web page',
    'file.ics',
    '\n<!doctype html>',
    'The file is a web page or XML, neither a calendar nor a table',
  ],
  [
    'a workbook',
    'file.csv',
    'PK\u0003\u0004\u0000',
    'The workbook is damaged or has a password: save it again as XLSX without one, or as CSV',
  ],
  ['a picture', 'x.png', '\x89PNG', 'The file is a picture, neither a calendar nor a table'],
  ['a document', 'x.pdf', '%PDF-1.7', 'The file is a PDF document, neither a calendar nor a table'],
  ['packed bytes', 'x.gz', '\x1f\x8b', 'The file is compressed: unpack it first'],
  ['a calendar without BEGIN:VCALENDAR', 'file.ics', 'hello', 'The file does not begin with BEGIN:VCALENDAR'],
])('explains the fault of %s', async (_, name, text, message) => {
  expect(await readImport(taskOf(name, Buffer.from(text, 'latin1')))).toMatchObject({
    records: [],
    faults: [{ line: 1, message }],
  })
})
