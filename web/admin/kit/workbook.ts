import type { Cell, SheetData } from 'write-excel-file/browser'
import { words } from '../words/index.ts'
import { ApiError } from './api.ts'

/**
 * The most rows of a workbook, which is made in the memory of the browser: 300 MB for as many subscribers. An import reads
 * as many.
 */
const MOST_ROWS = 20_000
/** Spreadsheets count days from 1900 on, the first two months of it wrongly. */
const FIRST_DAY = '1900-03-01'

const BOLD = { fontWeight: 'bold' } as const

/** Throws if a workbook can't have so many rows. */
export function requireRoom(rows: number): void {
  if (rows > MOST_ROWS) throw new ApiError(0, words.kit.tooManyRows)
}

/** Makes an XLSX file (ECMA-376) of one sheet. No text in it is a formula. Throws ApiError if it has too many rows. */
export async function workbookOf(headings: string[], rows: Cell[][]): Promise<Blob> {
  requireRoom(rows.length)
  // Few people save a workbook, and the writer takes a while to load.
  const { default: writeWorkbook } = await import('write-excel-file/browser')
  const data: SheetData = [headings.map((heading) => ({ ...textCell(heading), ...BOLD })), ...rows]
  const columns = headings.map((heading) => ({ width: Math.min(40, Math.max(12, heading.length + 2)) }))
  return writeWorkbook(data, { columns, stickyRowsCount: 1 }).toBlob()
}

/** A text, also if it looks like a formula. */
export function textCell(text: string) {
  return { value: text, type: String }
}

/** A day, of `2027-04-10`; any other text stays a text. */
export function dayCell(day: string): Cell {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < FIRST_DAY) return textCell(day)
  return { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
}

/** A day and a time, of `2027-04-10 15:00`; any other text stays a text. */
export function momentCell(moment: string): Cell {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(moment) || moment < FIRST_DAY) return textCell(moment)
  return { value: new Date(`${moment.replace(' ', 'T')}:00Z`), type: Date, format: 'yyyy-mm-dd hh:mm' }
}

/** A time of day, of `15:00`; any other text stays a text. */
export function timeCell(time: string): Cell {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  if (!hours) return textCell(time)
  return { value: (Number(hours) * 60 + Number(minutes)) / 1440, type: Number, format: 'hh:mm' }
}
