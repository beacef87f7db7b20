/** First characters that a spreadsheet may read as a formula. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/**
 * One CSV line (RFC 4180) that is safe to open in a spreadsheet: a text that looks like a formula is marked as text.
 */
export function csvLine(cells: (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number): string {
  const text = String(cell)
  if (typeof cell === 'number') return text
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell without the mark that `csvLine` put before it. */
export function unmarkedCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
