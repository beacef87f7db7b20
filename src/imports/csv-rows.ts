import { parse } from 'csv-parse/sync'
import type { ImportFault } from './import-file.ts'

export interface Row {
  /** Where it begins in the file, from 1. */
  line: number
  cells: string[]
}

/** Takes a table apart. Rows without anything in them are left out. */
export function readRows(text: string): { rows: Row[]; faults: ImportFault[] } {
  const faults: ImportFault[] = []
  // With CRLF, csv-parse counts the line breaks within cells twice.
  const plain = text.replace(/\r\n?/g, '\n')
  const said = /^"?sep=(.)"?(?=\n)/i.exec(plain)
  const body = said ? plain.slice(said[0].length) : plain
  const rows: Row[] = []
  let lastLine = 0
  parse(body, {
    delimiter: said?.[1] ?? delimiterOf(body),
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (cells, { lines }) => {
      lastLine = lines
      const breaks = cells.join('').split('\n').length - 1
      rows.push({ line: lines - breaks, cells: cells.map((cell) => cell.trim()) })
      return null
    },
    on_skip: (error) => {
      const quote = error?.code === 'CSV_QUOTE_NOT_CLOSED'
      const message = quote
        ? 'A quote opens in this row and does not close'
        : (error?.message ?? 'The row is broken')
      faults.push({ line: lastLine + 1, message })
      return undefined
    },
  })
  return { rows: rows.filter((row) => row.cells.some((cell) => cell !== '')), faults }
}

/** What parts the cells of the first line: the most frequent of `,`, `;` and tab outside quotes. */
function delimiterOf(text: string): string {
  const first = /^\n*([^\n]*)/.exec(text)![1]!.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
