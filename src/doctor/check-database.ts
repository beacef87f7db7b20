import { existsSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { openQuietly } from '../backup/after-restore.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { listSpread, spreadStatements } from '../db/spread.ts'
import { readBacklog } from '../metrics/backlog.ts'
import { fail, ok, type Outcome, warn } from './check.ts'

/** Timeout: a complete check of a big database takes minutes. */
const INTEGRITY_MS = 20_000
const MB = 1e6
/** A write-ahead log this large is never checkpointed: some process keeps a read transaction open. */
const LARGE_WAL = 500 * MB
const MAX_DRIFT_MS = 2000
const LATE_MS = 10 * 60_000

/** Opens the database like the service, which migrates it. */
export async function checkDatabase(config: Config): Promise<Outcome[]> {
  const { db } = config
  const missing = db.kind === 'sqlite' && !existsSync(db.file)
  if (missing) return [ok(`${db.file} will be made at the first start`)]
  const opened = await openQuietly(config).catch((error: Error) => error)
  if (opened instanceof Error) return [fail(opened.message, 'Set it right, or restore a backup')]
  await using ctx = opened
  const outcomes = [await checkSchema(ctx.db)]
  if (db.kind === 'sqlite') outcomes.push(await checkIntegrity(db.file), checkWal(db.file))
  else outcomes.push(await checkDrift(ctx.db), ...(await checkSpread(ctx.db)))
  outcomes.push(await checkQueue(ctx.db, ctx.now()))
  return outcomes
}

async function checkSchema(db: Db): Promise<Outcome> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  const { publishers } = await db
    .selectFrom('publisher')
    .select((eb) => eb.fn.countAll<number>().as('publishers'))
    .executeTakeFirstOrThrow()
  const text = `opens; schema ${rows[0]!.name}; publishers: ${publishers}`
  return Number(publishers) > 0 ? ok(text) : warn(text, 'Make the first with `fasti publisher create`')
}

/** Runs in a thread, which can be terminated: SQLite's check can't be interrupted. */
async function checkIntegrity(file: string): Promise<Outcome> {
  const worker = new Worker(new URL('./quick-check.ts', import.meta.url), { workerData: file })
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const late = () => resolve(warn('its integrity takes long to check, and was not checked to the end', ''))
  const deadline = setTimeout(late, INTEGRITY_MS)
  worker.once('message', (result: string) =>
    resolve(
      result === 'ok'
        ? ok('its integrity was checked')
        : fail(`it is damaged: ${result}`, 'Stop the service and restore the last backup'),
    ),
  )
  worker.once('error', (error) => resolve(fail((error as Error).message, 'Restore the last backup')))
  return promise.finally(() => {
    clearTimeout(deadline)
    void worker.terminate()
  })
}

function checkWal(file: string): Outcome {
  const wal = `${file}-wal`
  const bytes = existsSync(wal) ? statSync(wal).size : 0
  const text = `${(statSync(file).size / MB).toFixed(1)} MB, its log ${(bytes / MB).toFixed(1)} MB`
  const advice = 'Look for a program that keeps the file open; a restart of all writes the log back'
  return bytes > LARGE_WAL ? warn(text, advice) : ok(text)
}

/** Tables that a newer version brought stay on the coordinator until somebody spreads them. */
async function checkSpread(db: Db): Promise<Outcome[]> {
  const spread = await listSpread(db)
  if (spread.length === 0) return []
  const all = [...spreadStatements().keys()]
  const missing = all.filter((table) => !spread.includes(table))
  const text = `${all.length - missing.length} of ${all.length} tables are spread over nodes`
  if (missing.length === 0) return [ok(text)]
  return [warn(`${text}, but not ${missing.join(', ')}`, 'Run their lines of src/db/citus.sql')]
}

async function checkDrift(db: Db): Promise<Outcome> {
  const began = Date.now()
  const { rows } = await sql<{ ms: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms`.execute(db)
  const drift = Number(rows[0]!.ms) - (began + Date.now()) / 2
  const text = `its clock and ours are ${Math.abs(drift / 1000).toFixed(1)} s apart`
  return Math.abs(drift) > MAX_DRIFT_MS ? warn(text, 'Keep both right by NTP') : ok(text)
}

async function checkQueue(db: Db, now: number): Promise<Outcome> {
  const { deliveries, oldestDueMs } = await readBacklog(db, now)
  const text = `${deliveries} deliveries wait, the oldest has been due for ${Math.round(oldestDueMs / 1000)} s`
  return oldestDueMs > LATE_MS ? warn(text, 'Is a worker running? See `serve --role worker`') : ok(text)
}
