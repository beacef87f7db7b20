import type { BatchRecord } from '../../client/src/index.ts'
import { AppError } from '../errors.ts'
import { readEvent } from '../events/read-event.ts'
import { cellsByField, readRow as readTableRow } from '../imports/read-row.ts'
import { type SplitRow, splitRows, tooManyCells } from '../imports/split-rows.ts'
import { columnKeys, isField, readColumns, spellingOf } from '../imports/table-columns.ts'
import { readMoment, type SlashOrder } from '../imports/table-dates.ts'
import { EVENT_TABLE_FIELDS } from '../imports/table-fields.ts'
import { splitLines } from './split-lines.ts'

/** UTC stands for any valid zone: the server knows the default zone. */
const RULES = { private: true, required: ['svcId', 'reference'], timezone: 'UTC' }
const SUBSCRIBER = 'svcId'
/** Titles of the subscriber's column, lower case, without spaces and dashes. */
const SUBSCRIBER_SPELLINGS = ['svcid', 'subscriber', 'subscriberid']

/** Choices for what a file does not say. */
export interface ReadingOptions {
  /** Events without the field are drafts. */
  draft: boolean
  /** Fields by column title. */
  map: Record<string, string>
  /** The order in dates such as 3/4/2026. */
  dateOrder?: SlashOrder
}

/** A record at a line from 1, or the fault that makes it unusable. */
export type Entry = { line: number; record: BatchRecord } | { line: number; reference: string; fault: string }

/**
 * Reads a table of private events. Its first line has the names of fields, in the API's or in common words.
 * Skips rows before the line `from`.
 */
export async function* readTable(
  chunks: AsyncIterable<string>,
  from: number,
  options: ReadingOptions,
  onIgnored: (titles: string[]) => void,
): AsyncGenerator<Entry> {
  let columns: Columns | undefined
  for await (const rows of splitRows(chunks)) {
    for (const row of rows) {
      if (columns) {
        if (row.line >= from) yield readRow(row, columns, options)
      } else {
        if (row.fault) throw new AppError('invalid', `The first line can't be read: ${row.fault}`)
        columns = new Columns(row.cells, options.map)
        if (columns.ignored.length > 0) onIgnored(columns.ignored)
      }
    }
  }
  if (!columns) throw new AppError('invalid', 'The file is empty')
}

/** Reads private events in the API's form, one JSON object per line, from a line on. */
export async function* readJsonLines(
  chunks: AsyncIterable<string>,
  from: number,
  options: ReadingOptions,
): AsyncGenerator<Entry> {
  for await (const lines of splitLines(chunks)) {
    for (const { line, text } of lines) if (line >= from) yield readJsonLine(line, text, options)
  }
}

class Columns {
  readonly fields: (string | undefined)[]
  readonly subscriber: number
  readonly ignored: string[]
  readonly timed: boolean

  constructor(titles: string[], map: Record<string, string>) {
    const keys = columnKeys(titles)
    for (const [title, field] of Object.entries(map)) {
      if (!keys.includes(title)) throw new AppError('invalid', `The file has no column "${title}"`)
      const valid = field === SUBSCRIBER || field === '' || isField(EVENT_TABLE_FIELDS, field)
      if (!valid) throw new AppError('invalid', `There is no field "${field}" a column could have`)
    }
    const chosen = keys.findIndex((key) => map[key] === SUBSCRIBER)
    this.subscriber = chosen === -1 ? titles.findIndex((title) => isSubscriber(title)) : chosen
    // The subscriber's title must not also be read as a field.
    const others = titles.map((title, index) => (index === this.subscriber ? '' : title))
    this.fields = readColumns(EVENT_TABLE_FIELDS, others, map)
    this.timed = ['startTime', 'allDay'].some((field) => this.fields.includes(field))
    this.ignored = others.filter((title, index) => title !== '' && !this.fields[index])
    const missing = ['name', 'startDate', 'reference'].filter((field) => !this.fields.includes(field))
    if (this.subscriber === -1) missing.unshift(SUBSCRIBER)
    if (missing.length > 0) {
      const names = `${missing.join(' and none ')}, but: ${titles.join(', ')}`
      throw new AppError('invalid', `The first line has no column ${names}`)
    }
  }
}

function isSubscriber(title: string): boolean {
  return SUBSCRIBER_SPELLINGS.includes(spellingOf(title))
}

function readRow(row: SplitRow, columns: Columns, options: ReadingOptions): Entry {
  const { line, cells, fault } = row
  const { timezone, ...byField } = cellsByField(row, columns.fields)
  const { reference = '' } = byField
  const wrong = fault ?? tooManyCells(cells, columns.fields.length)
  if (wrong) return { line, reference, fault: wrong }
  const order = options.dateOrder
  // In a table without times all events are all-day events.
  const wholeDays = !columns.timed && readMoment(byField.startDate ?? '', { order }).time === ''
  const { record } = readTableRow({ line, cells: byField }, { timezone: '', order, wholeDays, options: {} })
  const filled = Object.entries(record.input).filter(([, value]) => value !== '')
  const svcId = cells[columns.subscriber] ?? ''
  return check(
    line,
    { svcId, reference, ...Object.fromEntries(filled), ...(timezone && { timezone }) },
    options,
  )
}

function readJsonLine(line: number, text: string | null, options: ReadingOptions): Entry {
  if (text === null) return { line, reference: '', fault: 'The line is too long' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { line, reference: '', fault: `The line is not JSON: ${(error as Error).message}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, reference: '', fault: 'The line is not a JSON object' }
  const { svc_id, ...record } = value as Record<string, unknown>
  return check(line, { ...(svc_id !== undefined && { svcId: svc_id }), ...record }, options)
}

/** Checks a record by the rules of the service, since one invalid record would fail its whole batch. */
function check(line: number, input: Record<string, unknown>, { draft }: ReadingOptions): Entry {
  const record = { draft: draft ? 1 : 0, ...input }
  const read = readEvent(record, RULES)
  const faults = 'errors' in read ? Object.values(read.errors) : []
  if (typeof input.svcId !== 'string' && input.svcId !== undefined) faults.push('Event svcId must be a text')
  if (faults.length === 0) return { line, record: record as unknown as BatchRecord }
  return {
    line,
    reference: typeof input.reference === 'string' ? input.reference : '',
    fault: faults.join('; '),
  }
}
