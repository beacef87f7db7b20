import { csvLine } from '../../../src/csv.ts'
import { download } from './api.ts'

/** With it, spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** Saves a table as a CSV file that is safe in a spreadsheet. `name`: without `.csv`. */
export function saveTable(columns: string[], rows: (string | number)[][], name: string): void {
  const text = BYTE_ORDER_MARK + [columns, ...rows].map(csvLine).join('')
  download(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
