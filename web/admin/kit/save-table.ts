import { csvLine } from '../../../src/csv.ts'
import { download } from './api.ts'
import { cellText, type TableCell } from './table-cells.ts'
import { dayCell, textCell, workbookOf } from './workbook.ts'

export type TableFormat = 'csv' | 'xlsx'

/** With it, spreadsheets read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'
export const CSV_TYPE = 'text/csv;charset=utf-8'

/** Saves a table as a file that is safe in a spreadsheet. `name`: without `.csv`. Throws ApiError. */
export async function saveTable(
  columns: string[],
  rows: TableCell[][],
  name: string,
  format: TableFormat,
): Promise<void> {
  if (format === 'xlsx') return download(await workbookOf(columns, rows.map(sheetRow)), `${name}.xlsx`)
  const text = BYTE_ORDER_MARK + [columns, ...rows.map((row) => row.map(cellText))].map(csvLine).join('')
  download(new Blob([text], { type: CSV_TYPE }), `${name}.csv`)
}

function sheetRow(row: TableCell[]) {
  return row.map((cell) =>
    typeof cell === 'object' ? dayCell(cell.day) : typeof cell === 'number' ? cell : textCell(cell),
  )
}
