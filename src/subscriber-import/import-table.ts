import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { listCalendars } from '../calendars/calendar-store.ts'
import { isBusy } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { kindOfFile } from '../imports/file-kind.ts'
import type { ImportFault } from '../imports/import-file.ts'
import { type SplitRow, splitRows } from '../imports/split-rows.ts'
import { encodingOf, readText } from '../imports/text-encoding.ts'
import { readSubscriberColumns } from './import-columns.ts'
import { readSubscriberRow, type RowRules, type SubscriberRow } from './import-row.ts'
import {
  type ImportContext,
  type ImportRules,
  importSubscribers,
  keysOfRow,
  type RowOutcome,
} from './import-subscribers.ts'

/** Rows per transaction. They take about 20 ms, in which other changes of the publisher wait. */
const AT_ONCE = 250
const ATTEMPTS = 60
const ATTEMPT_MS = 500
/** Share of the time left to a service that runs on the same database. */
const REST = 0.25

export type TableOutcome = RowOutcome | { outcome: 'fault'; line: number; message: string }

export interface TableRules extends ImportRules {
  /** Fields by column title. */
  mapping: Record<string, string>
}

export interface TableWatch {
  /** Called once before the first row, with the titles of ignored columns. */
  onIgnored?: (titles: string[]) => void
  onOutcome?: (outcome: TableOutcome) => Promise<void> | void
  /** Called with the bytes of imported rows and of the whole file; at the end both are equal. */
  onProgress?: (done: number, total: number) => void
}

/** Numbers of rows by outcome. */
export type TableCounts = Record<RowOutcome['outcome'], number>

/**
 * Imports a table of subscribers of any size, in transactions of a few hundred rows. Rows with errors are
 * reported with their line and skipped. Throws AppError if the file is not a table of subscribers.
 */
export async function importSubscriberTable(
  ctx: ImportContext,
  publisherId: number,
  file: string,
  rules: TableRules,
  { onIgnored, onOutcome, onProgress }: TableWatch = {},
): Promise<TableCounts> {
  const counts: TableCounts = { added: 0, changed: 0, known: 0, fault: 0 }
  const { size } = await stat(file)
  const otherKind = await kindOfFile(file)
  if (otherKind) throw new AppError('invalid', otherKind)
  let rowRules: RowRules | undefined
  let waiting: SubscriberRow[] = []
  let faults: TableOutcome[] = []
  let claimed = new Set<string>()
  let bytes = 0
  const text = readText(file, await encodingOf(file), (count) => (bytes = count))
  for await (const rows of splitRows(text)) {
    for (const row of rows) {
      if (!rowRules) rowRules = await readHead(row)
      else {
        const read = row.fault === undefined ? readSubscriberRow(row, rowRules) : { fault: row.fault }
        if ('fault' in read) await addFault({ line: row.line, message: read.fault })
        else await addRow(read.row)
      }
    }
    // At the end of the file the last rows are not imported yet.
    if (bytes < size) onProgress?.(bytes, size)
  }
  if (!rowRules) throw new AppError('invalid', 'The table is empty')
  await flush()
  onProgress?.(size, size)
  return counts

  async function readHead({ cells: titles, fault }: SplitRow): Promise<RowRules> {
    if (fault) throw new AppError('invalid', `The first line can't be read: ${fault}`)
    const columns = readSubscriberColumns(titles, rules.mapping, ctx.config.idAliases?.query)
    onIgnored?.(titles.filter((title, index) => title !== '' && columns[index] === undefined))
    const all = await listCalendars(ctx.db, publisherId, true)
    // An id takes precedence over an equal reference.
    const byReference = all.map(({ id, reference }) => [reference, id] as const)
    const calendars = new Map([...byReference, ...all.map(({ id }) => [id, id] as const)])
    return { columns, calendars, newIds: rules.newIds, now: ctx.now() }
  }

  /** Imports the waiting rows first if this one has a subscriber or an address of theirs. */
  async function addRow(row: SubscriberRow): Promise<void> {
    const keys = keysOfRow(row)
    if (isFull() || keys.some((key) => claimed.has(key))) await flush()
    waiting.push(row)
    for (const key of keys) claimed.add(key)
  }

  /** Faults wait with the rows, so that outcomes are reported in the order of the table. */
  async function addFault(fault: ImportFault): Promise<void> {
    if (isFull()) await flush()
    faults.push({ outcome: 'fault', ...fault })
  }

  function isFull(): boolean {
    return waiting.length + faults.length >= AT_ONCE
  }

  async function flush(): Promise<void> {
    const started = performance.now()
    const outcomes =
      waiting.length > 0
        ? await retryWhileBusy(() => importSubscribers(ctx, publisherId, waiting, rules))
        : []
    const took = performance.now() - started
    const inOrder = [...outcomes, ...faults].sort((a, b) => lineOf(a) - lineOf(b))
    waiting = []
    faults = []
    claimed = new Set()
    for (const outcome of inOrder) await report(outcome)
    if (!rules.dryRun) await sleep(took * REST)
  }

  async function report(outcome: TableOutcome): Promise<void> {
    counts[outcome.outcome]++
    await onOutcome?.(outcome)
  }
}

/** A busy service on the same database may hold the lock for longer than a request would wait. */
async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isBusy(error)) throw error
      await sleep(ATTEMPT_MS)
    }
  }
}

/** Returns the line of the file at which a row begins, from 1. */
export function lineOf(outcome: TableOutcome): number {
  return 'row' in outcome ? outcome.row.line : outcome.line
}
