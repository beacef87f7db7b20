import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse/sync'
import { withPlainEnds } from './text-encoding.ts'

/** Lines among which the delimiter is searched. */
const HEAD_LINES = 20
const DELIMITERS = [',', ';', '\t']
/** Maximum characters of a row, so that an unclosed quote does not fill the memory. */
const MAX_ROW = 1_000_000
const TOO_LONG = `The row has more than ${MAX_ROW} characters`
const NOT_CLOSED = 'A quote opens in this row and does not close'
const AFTER_QUOTE = 'A cell goes on after its closing quote: quotes within quotes are written twice'
const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: NOT_CLOSED,
  CSV_INVALID_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: AFTER_QUOTE,
}
/** One row at a time: after an error csv-parse can't continue with the next line, but we do. */
const ONE_ROW: Options = { to: 1, record_delimiter: '\n', relax_column_count: true, trim: true }

/** A row of a table, or the fault that makes it unreadable. */
export interface SplitRow {
  /** Its first line in the file, from 1. */
  line: number
  cells: string[]
  fault?: string
}

/**
 * Splits a table of any size while it is read (RFC 4180). Cells are separated by commas, semicolons or tabs,
 * whichever the first line has, or by the character in a line `sep=;` above it. Lines must end in `\n`. After
 * an unreadable row it continues with the next line. Skips empty rows.
 */
export async function* splitRows(chunks: AsyncIterable<string>): AsyncGenerator<SplitRow[]> {
  const splitter = new Splitter()
  for await (const chunk of chunks) yield splitter.take(chunk, false)
  yield splitter.take('', true)
}

/** Splits a whole table. */
export function rowsOf(text: string): SplitRow[] {
  return new Splitter().take(withPlainEnds(text), true)
}

/**
 * Returns the fault of a row with more cells than the first one; undefined if the additional cells are empty.
 */
export function tooManyCells(cells: string[], width: number): string | undefined {
  if (cells.slice(width).every((cell) => cell === '')) return undefined
  return `The row has ${cells.length} cells, the first line ${width}; a cell with a separator in it needs quotes`
}

class Splitter {
  private text = ''
  private line = 1
  private delimiter: string | undefined
  /** True while the rest of a line that is too long is skipped. */
  private dropping = false

  take(chunk: string, ended: boolean): SplitRow[] {
    this.text += this.dropping ? this.afterLine(chunk) : chunk
    if (this.dropping || !this.readHead(ended)) return []
    const rows: SplitRow[] = []
    if (ended) this.text += '\n'
    const lines = this.text.slice(0, this.text.lastIndexOf('\n') + 1)
    let at = 0
    while (at < lines.length) {
      const row = readRow(lines, at, this.delimiter!, ended)
      if (!row) break
      const { cells, fault, length } = row
      if (fault || cells.some((cell) => cell !== ''))
        rows.push({ line: this.line, cells, ...(fault && { fault }) })
      this.line += lines.slice(at, at + length).split('\n').length - 1
      at += length
    }
    this.text = this.text.slice(at)
    if (this.text.length > MAX_ROW) {
      rows.push({ line: this.line, cells: [], fault: TOO_LONG })
      this.text = ''
      this.dropping = true
    }
    return rows
  }

  /** Finds the delimiter; returns false if more text is needed. */
  private readHead(ended: boolean): boolean {
    if (this.delimiter) return true
    if (!ended && !this.text.trimStart().includes('\n') && this.text.length <= MAX_ROW) return false
    const declared = /^"?sep=([^"])"?(?:\n|$)/iu.exec(this.text)
    this.delimiter = declared?.[1] ?? delimiterOf(this.text)
    if (declared) {
      this.text = this.text.slice(declared[0].length)
      this.line++
    }
    return true
  }

  private afterLine(chunk: string): string {
    const end = chunk.indexOf('\n')
    if (end === -1) return ''
    this.dropping = false
    this.line++
    return chunk.slice(end + 1)
  }
}

interface ReadRow {
  cells: string[]
  fault?: string
  /** Characters up to the next row. A faulty row ends after its first line. */
  length: number
}

/** Reads the row that begins at `at`; undefined if its closing quote may be in the next chunk. */
function readRow(text: string, at: number, delimiter: string, ended: boolean): ReadRow | undefined {
  const end = endOfLines(text, at, 1)
  const line = text.slice(at, end)
  // Most rows: csv-parse takes ten times as long, mostly for its options, which it reads anew for each row.
  if (!line.includes('"'))
    return { cells: line.split(delimiter).map((cell) => cell.trim()), length: end - at }
  const options = { ...ONE_ROW, delimiter, relax_quotes: false }
  for (let lines = 1; ;) {
    const part = text.slice(at, endOfLines(text, at, lines))
    try {
      const [row] = parse(part, { ...options, info: true, raw: true }) as unknown as [ParsedRow]
      return { cells: row.record.map((cell) => cell.trim()), length: row.info.raw!.length }
    } catch (error) {
      const code = error instanceof CsvError ? error.code : ''
      if (code === 'CSV_QUOTE_NOT_CLOSED' && part.length < MAX_ROW) {
        if (at + part.length < text.length) {
          lines *= 2
          continue
        }
        if (!ended) return undefined
      }
      // A quote inside a cell that does not begin with one is text.
      if (code === 'INVALID_OPENING_QUOTE') options.relax_quotes = true
      else if (!FAULTS[code]) throw error
      else
        return {
          cells: cellsBeforeFault(part, options),
          fault: FAULTS[code],
          length: endOfLines(part, 0, 1),
        }
    }
  }
}

interface ParsedRow {
  record: string[]
  info: InfoRecord
}

/** The cells before the fault: a report of faults shows the row's reference, which is often among them. */
function cellsBeforeFault(part: string, options: Options): string[] {
  const cells: string[] = []
  const cast = (cell: string) => {
    cells.push(cell.trim())
    return cell
  }
  try {
    parse(part, { ...options, cast })
  } catch {
    // The same fault again.
  }
  return cells
}

/** The index after a number of lines, in a text that ends with a line end, or the end of the text. */
function endOfLines(text: string, at: number, lines: number): number {
  let end = at
  for (let left = lines; left > 0 && end < text.length; left--) end = text.indexOf('\n', end) + 1
  return end
}

/**
 * The delimiter: the most frequent of `,`, `;` and tab outside quotes in the first line. Where that line is a title,
 * the one that most of the next lines have equally often.
 */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .filter(Boolean)
    .slice(0, HEAD_LINES)
  const counts = (delimiter: string) => lines.map((line) => line.split(delimiter).length - 1)
  const first = (delimiter: string) => counts(delimiter)[0] ?? 0
  const best = DELIMITERS.reduce((best, next) => (first(next) > first(best) ? next : best))
  if (first(best) > 0) return best
  const score = (delimiter: string) => {
    const found = counts(delimiter).filter((count) => count > 0)
    return Math.max(0, ...found.map((count) => count * found.filter((other) => other === count).length))
  }
  return DELIMITERS.reduce((best, next) => (score(next) > score(best) ? next : best), best)
}
