import { csvLine, unmarkedCell } from '../../../src/csv.ts'
import { download, openFile, type Params } from './api.ts'
import { BYTE_ORDER_MARK, CSV_TYPE, type TableFormat } from './save-table.ts'
import { dayCell, momentCell, requireRoom, textCell, timeCell, workbookOf } from './workbook.ts'

/** How a column of a file of the service is saved. */
export interface SavedColumn {
  /** The heading; undefined: as it is. */
  title?: string
  /** The kind of its texts. A moment is in UTC, and is saved in the time zone, which the heading names. */
  kind?: 'moment' | 'day' | 'time' | 'number'
  /** Words in place of what the service writes. */
  values?: Record<string, string>
}

interface SavedList {
  /** The address of a CSV file below the admin API. */
  path: string
  params: Params
  /** The name of the file, without `.csv`. */
  name: string
  /** Columns by their heading. All others are saved as they are. */
  columns: Record<string, SavedColumn>
  /** The time zone of moments. */
  zone: string
}

/**
 * Saves a CSV file of the service as a table for people: with headings, words and local times. A file of any length is
 * rewritten while it is read. A workbook is bounded. Throws ApiError.
 */
export async function saveList({ path, params, name, columns, zone }: SavedList, format: TableFormat) {
  const local = localTimes(zone)
  const parts: Blob[] = []
  let saved: SavedColumn[] | undefined
  let headings: string[] = []
  const rows: ReturnType<typeof sheetCell>[][] = []
  for await (const read of readRows(await openFile(path, params))) {
    const own = saved ? read : read.slice(1)
    if (!saved) {
      saved = (read[0] ?? []).map((heading) => columns[heading] ?? {})
      headings = saved.map(({ title, kind }, at) => {
        const heading = title ?? read[0]![at]!
        return kind === 'moment' ? `${heading} (${zone})` : heading
      })
      parts.push(new Blob([BYTE_ORDER_MARK + csvLine(headings)]))
    }
    if (format === 'csv')
      parts.push(
        new Blob([
          own.map((row) => csvLine(row.map((cell, at) => textOf(cell, saved![at], local)))).join(''),
        ]),
      )
    else {
      requireRoom(rows.length + own.length)
      rows.push(...own.map((row) => row.map((cell, at) => sheetCell(cell, saved![at], local))))
    }
  }
  const file = format === 'csv' ? new Blob(parts, { type: CSV_TYPE }) : await workbookOf(headings, rows)
  download(file, `${name}.${format}`)
}

type LocalTime = (iso: string) => string

/** Returns a function that writes a time as `2027-04-10 15:00`, which spreadsheets read in every language. */
function localTimes(zone: string): LocalTime {
  const written = new Intl.DateTimeFormat('sv-SE', {
    ...{
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
      numberingSystem: 'latn',
      calendar: 'gregory',
    },
  })
  return (iso) => written.format(new Date(iso))
}

function textOf(cell: string, column: SavedColumn | undefined, local: LocalTime): string {
  const text = unmarkedCell(cell)
  if (column?.kind === 'moment' && text !== '') return local(text)
  return column?.values?.[text] ?? text
}

function sheetCell(cell: string, column: SavedColumn | undefined, local: LocalTime) {
  const text = textOf(cell, column, local)
  if (text === '') return null
  switch (column?.kind) {
    case 'moment':
      return momentCell(text)
    case 'day':
      return dayCell(text)
    case 'time':
      return timeCell(text)
    case 'number':
      return Number(text)
    default:
      // An import takes the mark away. A text that looks marked by itself needs one to stay as it is.
      return textCell(text.startsWith("'") ? cell : text)
  }
}

/** Yields the rows of a CSV file (RFC 4180) while it is read. */
async function* readRows(response: Response): AsyncGenerator<string[][]> {
  // Few people save a list, and the parser takes a while to load.
  const { parse } = await import('csv-parse/browser/esm/sync')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      text += value ?? ''
      const end = done ? text.length : endOfRows(text)
      if (end > 0) yield parse(text.slice(0, end), { relax_column_count: true })
      text = text.slice(end)
      if (done) return
    }
  } finally {
    await reader.cancel()
  }
}

/** Returns where the last whole row ends; 0: there is none. */
function endOfRows(text: string): number {
  let end = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === '\n' && !quoted) end = at + 1
  }
  return end
}
