/** A cell of a table: a text, a number, or a day that is written as people read it. */
export type TableCell = string | number | { day: string; text: string }

/** Returns what a page and a CSV file show of a cell. */
export function cellText(cell: TableCell): string | number {
  return typeof cell === 'object' ? cell.text : cell
}
