import { withPlainEnds } from './text-encoding.ts'

/** Characters of a row. A quote that never closes ends there, and not with the memory. */
const MAX_ROW = 1_000_000
const TOO_LONG = `The row has more than ${MAX_ROW} characters`
const NOT_CLOSED = 'A quote opens in this row and does not close'
const AFTER_QUOTE = 'A cell goes on after its closing quote: quotes within quotes are written twice'

/** A row of a table, or why it can't be read. */
export interface SplitRow {
  /** Where it begins in the file, from 1. */
  line: number
  cells: string[]
  fault?: string
}

/**
 * Takes a table of any size apart while it is read (RFC 4180; cells parted by commas, semicolons or tabs, as the
 * first line has it, or by what `sep=;` above it says; lines that end in `\n` alone). After a row that can't be read
 * it goes on with the next line. Rows without anything in them are left out.
 */
export async function* splitRows(chunks: AsyncIterable<string>): AsyncGenerator<SplitRow[]> {
  const splitter = new Splitter()
  for await (const chunk of chunks) yield splitter.take(chunk, false)
  yield splitter.take('', true)
}

/** The same of a table that is there as a whole. */
export function rowsOf(text: string): SplitRow[] {
  return new Splitter().take(withPlainEnds(text), true)
}

/** What is wrong with a row that has more cells than the first one; undefined: nothing, or what is too much is empty. */
export function tooManyCells(cells: string[], width: number): string | undefined {
  if (cells.slice(width).every((cell) => cell === '')) return undefined
  return `The row has ${cells.length} cells, the first line ${width}; a cell with a separator in it needs quotes`
}

class Splitter {
  private text = ''
  private line = 1
  private delimiter: string | undefined
  /** The rest of a line that is too long is passed over. */
  private dropping = false

  take(chunk: string, ended: boolean): SplitRow[] {
    this.text += this.dropping ? this.afterLine(chunk) : chunk
    if (this.dropping || !this.readHead(ended)) return []
    const rows: SplitRow[] = []
    let at = 0
    while (at < this.text.length) {
      const row = readRow(this.text, at, this.delimiter!, ended)
      if (!row) break
      const { cells, fault, end } = row
      if (fault || cells.some((cell) => cell !== ''))
        rows.push({ line: this.line, cells, ...(fault && { fault }) })
      this.line += breaksIn(this.text, at, end)
      at = end
    }
    this.text = this.text.slice(at)
    if (this.text.length > MAX_ROW) {
      rows.push({ line: this.line, cells: [], fault: TOO_LONG })
      this.text = ''
      this.dropping = true
    }
    return rows
  }

  /** Finds out what parts the cells; false where that is not to be seen yet. */
  private readHead(ended: boolean): boolean {
    if (this.delimiter) return true
    if (!ended && !this.text.trimStart().includes('\n') && this.text.length <= MAX_ROW) return false
    const said = /^"?sep=(.)"?(?:\n|$)/i.exec(this.text)
    this.delimiter = said?.[1] ?? delimiterOf(this.text)
    if (said) {
      this.text = this.text.slice(said[0].length)
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
  /** Where the next row begins. */
  end: number
}

/** The row that begins at `at`; undefined where its end has not been read. */
function readRow(text: string, at: number, delimiter: string, ended: boolean): ReadRow | undefined {
  const newline = text.indexOf('\n', at)
  const lineEnd = newline === -1 ? text.length : newline
  const row = text.slice(at, lineEnd)
  if (row.includes('"')) return readQuotedRow(text, at, delimiter, ended)
  if (newline === -1 && !ended) return undefined
  const cells = row.split(delimiter)
  return { cells: cells.map((cell) => cell.trim()), end: lineEnd + 1 }
}

function readQuotedRow(text: string, at: number, delimiter: string, ended: boolean): ReadRow | undefined {
  const cells: string[] = []
  const faulty = (fault: string) => {
    const end = text.indexOf('\n', at)
    return { cells, fault, end: end === -1 ? text.length : end + 1 }
  }
  for (let position = at; ; position++) {
    while (text[position] === ' ') position++
    const quoted = text[position] === '"'
    const cell = quoted ? readQuoted(text, position) : readPlain(text, position, delimiter)
    if (!cell) {
      if (ended || text.length - at > MAX_ROW) return faulty(NOT_CLOSED)
      return undefined
    }
    cells.push(cell.text)
    position = cell.end
    if (position >= text.length) return ended ? { cells, end: position } : undefined
    if (text[position] === '\n') return { cells, end: position + 1 }
    if (text[position] !== delimiter) return faulty(AFTER_QUOTE)
  }
}

interface Cell {
  text: string
  /** What stands there parts it from the next one, or ends the row. */
  end: number
}

function readPlain(text: string, at: number, delimiter: string): Cell {
  let end = at
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++
  return { text: text.slice(at, end).trim(), end }
}

/** Undefined where the quote does not close. */
function readQuoted(text: string, at: number): Cell | undefined {
  let close = text.indexOf('"', at + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return undefined
  let end = close + 1
  while (text[end] === ' ') end++
  return {
    text: text
      .slice(at + 1, close)
      .replaceAll('""', '"')
      .trim(),
    end,
  }
}

function breaksIn(text: string, from: number, to: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) breaks++
  return breaks
}

/** What parts the cells of the first line: the most frequent of `,`, `;` and tab outside quotes. */
function delimiterOf(text: string): string {
  const first = /^\n*([^\n]*)/.exec(text)![1]!.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
