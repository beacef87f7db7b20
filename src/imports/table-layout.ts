import { headingsDigest, type RememberedTable, type TableOptions } from './import-file.ts'
import type { SplitRow } from './split-rows.ts'
import type { Sheet } from './table.ts'
import { columnKeys, fieldOfHeading, readColumns, type TableFields } from './table-columns.ts'
import { isWeekday, readMoment } from './table-dates.ts'
import { isUnknown, readTimes } from './table-times.ts'

/** Rows among which the headings are searched. */
const HEADING_ROWS = 20
/** Cells of a column that are looked at for its kind. */
const LOOKED_AT = 60
/** Weights of fields: a row with headings of the heavier ones is that of the headings. */
const WEIGHTS: Record<string, number> = {
  ...{ name: 3, home: 3, away: 3, startDate: 3 },
  ...{ startTime: 2, location: 2, endDate: 2, endTime: 2, reference: 2 },
}
/** Two headings, one of them of a title or a date. */
const ENOUGH = 4

/** The parts of a sheet: its headings, columns and rows. */
export interface Layout {
  sheet: Sheet
  /** 0: there are no headings. */
  headingLine: number
  titles: string[]
  /** The field of each column. */
  columns: (string | undefined)[]
  /** The column with nothing but weekdays; -1 without one. */
  weekdayColumn: number
  /** The rows below the headings. */
  rows: SplitRow[]
  /** The cells above the headings. */
  above: string[]
  /** The choices for this layout: those given, otherwise those remembered. */
  options: TableOptions
  remembered: boolean
}

type Kind = 'date' | 'time' | 'weekday' | 'number' | 'text'

/** Finds the headings and the fields of the columns. `options` decide before `remembered`, these before guesses. */
export function findLayout(
  sheet: Sheet,
  fields: TableFields,
  given: TableOptions,
  remembered: RememberedTable[],
): Layout {
  const readable = sheet.rows.filter(({ fault }) => fault === undefined)
  const first = readable.slice(0, HEADING_ROWS)
  const memory = (row: SplitRow | undefined) =>
    row && remembered.find(({ headings }) => headings === headingsDigest(row.cells))
  const { headingLine: line } = given
  const chosen = line === undefined ? undefined : readable.find((row) => row.line === line)
  const known = first.find((row) => memory(row) !== undefined)
  const heading = line === 0 ? undefined : (chosen ?? known ?? guessHeading(first, fields))
  const start = heading ? sheet.rows.indexOf(heading) + 1 : 0
  const rows = sheet.rows.slice(start)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), heading?.cells.length ?? 0)
  // A text file needs quotes round a cell with a separator, so a row that is too wide is a fault there.
  const isFixed = heading !== undefined && sheet.separated
  const titles = [...(heading?.cells ?? [])]
  if (!isFixed) while (titles.length < width) titles.push('')
  const { headings: _, sheet: _s, headingLine: _l, ...past } = memory(heading) ?? { headings: '' }
  const options = { ...past, ...given }
  const kinds = titles.map((_, index) => kindOf(rows, index))
  const columns = readColumns(fields, titles, options.columns, (field, index) =>
    fieldByKind(field, kinds[index]!),
  )
  guessMoments(columns, kinds, titles, options.columns ?? {})
  if (heading) guessName(columns, kinds, titles, options.columns ?? {})
  return {
    ...{ sheet, titles, columns, rows, options },
    headingLine: heading?.line ?? 0,
    weekdayColumn: kinds.findIndex((kind, index) => kind === 'weekday' && columns[index] === undefined),
    above: sheet.rows.slice(0, Math.max(0, start - 1)).flatMap(({ cells }) => cells.filter(Boolean)),
    remembered: Object.keys(past).length > 0,
  }
}

/** Counts the rows of a layout that have a date. */
export function countEvents({ rows, columns }: Layout): number {
  const index = columns.indexOf('startDate')
  return rows.filter(({ cells }) => isDate(cells[index] ?? '')).length
}

function guessHeading(first: SplitRow[], fields: TableFields): SplitRow | undefined {
  let [best, most] = [undefined as SplitRow | undefined, ENOUGH - 1]
  for (const row of first) {
    const score = scoreOf(row, fields)
    if (score > most) [best, most] = [row, score]
  }
  if (best) return best
  const data = first.findIndex(({ cells }) => cells.some(isDate))
  if (data === -1) return first[0]
  // Headings of unknown words are a row of about as many cells above the first date.
  const before = first[data - 1]
  const filled = (row: SplitRow) => row.cells.filter(Boolean).length
  return before && filled(before) >= 2 && filled(before) * 2 >= filled(first[data]!) ? before : undefined
}

function scoreOf({ cells }: SplitRow, fields: TableFields): number {
  const found = new Set<string>()
  for (const cell of cells) {
    const field = cell.length <= 60 ? fieldOfHeading(fields, cell) : undefined
    if (field) found.add(field)
  }
  const data = cells.filter((cell) => isDate(cell) || readTimes(cell) !== undefined).length
  return found.size < 2 && cells.length > 1
    ? 0
    : [...found].reduce((sum, field) => sum + (WEIGHTS[field] ?? 1), 0) - 5 * data
}

function isDate(cell: string): boolean {
  if (!/[\d٠-٩۰-۹]/.test(cell)) return false
  const rules = { yearOf: () => 2028 }
  return (['day', 'month'] as const).some(
    (order) => readMoment(cell, { ...rules, order }).date !== cell || /^\d{4}-\d\d-\d\d$/.test(cell),
  )
}

/** The kind that most cells of a column have. */
function kindOf(rows: SplitRow[], index: number): Kind {
  const counts: Record<Kind, number> = { date: 0, time: 0, weekday: 0, number: 0, text: 0 }
  let seen = 0
  for (const { cells } of rows) {
    const cell = cells[index]
    if (!cell || isUnknown(cell)) continue
    const kind = readTimes(cell)
      ? 'time'
      : isDate(cell)
        ? 'date'
        : isWeekday(cell)
          ? 'weekday'
          : /^\d+\.?$/.test(cell)
            ? 'number'
            : 'text'
    counts[kind]++
    if (++seen === LOOKED_AT) break
  }
  return (Object.keys(counts) as Kind[]).find((kind) => counts[kind] > seen / 2) ?? 'text'
}

/** The field of a heading with such cells: `End` can be a day or a time, `Tag` a day, a weekday or a tag. */
function fieldByKind(field: string, kind: Kind): string | undefined {
  if (kind === 'date') {
    if (field === 'startTime' || field === 'tags') return 'startDate'
    if (field === 'endTime') return 'endDate'
  }
  if (kind === 'time') {
    if (field === 'startDate') return 'startTime'
    if (field === 'endDate') return 'endTime'
  }
  if (kind === 'weekday' && ['startDate', 'endDate', 'tags'].includes(field)) return undefined
  if (kind === 'number' && ['name', 'home', 'away', 'startDate'].includes(field)) return undefined
  return field
}

/** Finds the columns of the date and the time by their cells, where no heading has named them. */
function guessMoments(
  columns: (string | undefined)[],
  kinds: Kind[],
  titles: string[],
  chosen: Record<string, string>,
): void {
  const keys = columnKeys(titles)
  const find = (field: string, kind: Kind) => {
    if (columns.includes(field) || Object.values(chosen).includes(field)) return
    const index = kinds.findIndex(
      (own, at) => own === kind && columns[at] === undefined && !Object.hasOwn(chosen, keys[at]!),
    )
    if (index !== -1) columns[index] = field
  }
  const hadDate = columns.includes('startDate')
  find('startDate', 'date')
  // A result such as 31:28 can look like a time: only a table whose date had to be guessed too has one unnamed.
  if (!hadDate) find('startTime', 'time')
}

/** Takes the competition, or the first column of other texts, as the title where no heading has named one. */
function guessName(
  columns: (string | undefined)[],
  kinds: Kind[],
  titles: string[],
  chosen: Record<string, string>,
): void {
  const taken = [...columns, ...Object.values(chosen)]
  if (['name', 'home', 'away'].some((field) => taken.includes(field)) || !columns.includes('startDate'))
    return
  const keys = columnKeys(titles)
  const isFree = (index: number) => titles[index] !== '' && !Object.hasOwn(chosen, keys[index]!)
  const competition = columns.findIndex((field, index) => field === 'competition' && isFree(index))
  const text = columns.findIndex(
    (field, index) => field === undefined && kinds[index] === 'text' && isFree(index),
  )
  const index = competition !== -1 ? competition : text
  if (index !== -1) columns[index] = 'name'
}
