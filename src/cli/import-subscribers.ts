import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { Command } from 'commander'
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import { csvLine } from '../csv.ts'
import { isSqlite, openDatabase } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { openSealer } from '../seal/open-sealer.ts'
import type { ImportContext } from '../subscriber-import/import-subscribers.ts'
import { importSubscriberTable, lineOf, type TableOutcome } from '../subscriber-import/import-table.ts'
import { columnMap, printIgnored } from './column-map.ts'
import { fromHere } from './from-here.ts'
import { Problems } from './problems.ts'
import { startProgress } from './progress.ts'
import { wholeNumber } from './whole-number.ts'

const MEGABYTE = 1_000_000
const PAGE_CACHE_KB = 4000

interface Options {
  publisher: number
  map: Record<string, string>
  update: boolean
  newIds: boolean
  notify: boolean
  dryRun: boolean
  report?: string
}

export function importSubscribersCommand(): Command {
  return new Command('import-subscribers')
    .description(
      'bring subscribers in from a table, with the identifiers they have; a second run changes nothing',
    )
    .argument('<file>', 'CSV of any size; its first line names the columns')
    .requiredOption('--publisher <id>', 'whose subscribers', wholeNumber)
    .option(
      '--map <column=field>',
      'what a column says, where its title does not tell; repeatable',
      columnMap,
      {},
    )
    .option('--update', 'people who are known become what the table says', false)
    .option('--new-ids', 'who has an identifier that cannot be kept gets a new one', false)
    .option('--notify', 'callbacks are told of everybody who is added', false)
    .option('--dry-run', 'say what would be done, and do nothing', false)
    .option('--report <file>', 'write what became of each row there, as CSV')
    .action(importSubscribers)
}

async function importSubscribers(name: string, options: Options): Promise<void> {
  const file = fromHere(name)
  await access(file).catch((error: Error) => {
    throw new AppError('invalid', `${name} can't be read: ${error.message}`)
  })
  await using ctx = await openLightly()
  await getPublisher(ctx.db, options.publisher)
  const report = options.report === undefined ? undefined : await openReport(options.report)
  const problems = new Problems(name)
  let progress: ReturnType<typeof startProgress> | undefined
  const { map, ...rules } = options
  try {
    const counts = await importSubscriberTable(
      ctx,
      options.publisher,
      file,
      { ...rules, mapping: map },
      {
        onIgnored: printIgnored,
        onOutcome: (outcome) => {
          if (outcome.outcome === 'fault') problems.add({ line: lineOf(outcome), message: outcome.message })
          return report && write(report, reportLine(outcome))
        },
        onProgress: (done, bytes) => {
          progress ??= startProgress(`Reading ${name}`, bytes)
          progress(done, `${megabytes(done)} of ${megabytes(bytes)} MB`)
        },
      },
    )
    const { fault, ...others } = counts
    const text = Object.entries({ ...others, faulty: fault }).map(([what, count]) => `${count} ${what}`)
    console.log(`${options.dryRun ? 'Not written: ' : ''}${text.join(', ')}`)
    if (fault > 0) process.exitCode = 1
  } finally {
    problems.print()
    if (report) await close(report)
  }
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1)
}

/** Opens only the database: the whole context would need half of the memory that this command may use. */
async function openLightly(): Promise<ImportContext & AsyncDisposable> {
  const config = readConfig(process.env)
  const database = await openDatabase(config.db)
  const { db } = database
  const close = () => database.close()
  try {
    await openSealer(db, config.sealing)
    if (isSqlite(db)) await sql.raw(`pragma cache_size = -${PAGE_CACHE_KB}`).execute(db)
  } catch (error) {
    await close()
    throw error
  }
  return { config, db, now: Date.now, [Symbol.asyncDispose]: close }
}

async function openReport(name: string): Promise<WriteStream> {
  const report = createWriteStream(fromHere(name))
  await once(report, 'open').catch((error: Error) => {
    throw new AppError('invalid', `--report ${name} can't be written: ${error.message}`)
  })
  report.on('error', () => {}) // `write` and `close` throw it
  report.write(csvLine(['line', 'outcome', 'email', 'svc_id', 'old_id', 'message']))
  return report
}

async function write(report: WriteStream, line: string): Promise<void> {
  if (report.errored) throw cantWrite(report.errored)
  if (report.write(line)) return
  await once(report, 'drain').catch((error: Error) => {
    throw cantWrite(error)
  })
}

async function close(report: WriteStream): Promise<void> {
  report.end()
  await finished(report).catch((error: Error) => {
    throw cantWrite(error)
  })
}

function cantWrite({ message }: Error): AppError {
  return new AppError('unavailable', `The report can't be written: ${message}`)
}

function reportLine(outcome: TableOutcome): string {
  const person = 'row' in outcome ? [outcome.row.email, outcome.id, outcome.row.oldId] : ['', '', '']
  return csvLine([String(lineOf(outcome)), outcome.outcome, ...person, outcome.message])
}
