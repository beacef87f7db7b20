import { sql } from 'kysely'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { forgetMailsTo } from '../mail/forget-mails.ts'
import { eraseSubscriber } from '../personal-data/erase-subscriber.ts'
import { RESTORED } from '../revisions/history.ts'
import { leastRevision } from '../revisions/revision.ts'
import {
  type ErasedSubscriber,
  findErased,
  insertErased,
  listAllErased,
} from '../subscribers/erased-store.ts'
import { findSubscriber } from '../subscribers/subscriber-store.ts'

/** More than the changes of one event since any backup. `SEQUENCE` is a 32-bit integer (RFC 5545, 3.3.8). */
const SEQUENCE_JUMP = 1000

/** Tables of every version of Fasti. */
const FASTI_TABLES = ['kysely_migration', 'service', 'publisher', 'event', 'subscriber']

/**
 * Statements that make the content of a backup newer than everything that clients have seen, on both
 * databases. Since the backup, its revisions and sequences were used for other content in feeds, caches and
 * calendar applications, and these ignore an event whose `SEQUENCE` falls. So everything is marked as changed
 * now, with numbers that were never used: after `last`, the highest revision of the database that is replaced, and not
 * before the time. `now`: epoch ms.
 */
export function renewStatements(now: number, last: number): string[] {
  const at = String(Math.trunc(now))
  const least = Math.max(leastRevision(now), last + 1)
  const own = (table: string) => `from publisher_revision r where r.publisher_id = ${table}.publisher_id`
  return [
    `update publisher_revision set
       revision = case when revision >= ${least} then revision + 1 else ${least} end,
       changed_at = case when changed_at > ${at} then changed_at else ${at} end`,
    `update publisher set settings_revision = r.revision, feeds_changed_at = r.changed_at ${own('publisher')}`,
    `update calendar set version = r.revision, version_at = r.changed_at ${own('calendar')}`,
    `update subscriber set revision = r.revision, revision_at = r.changed_at ${own('subscriber')}`,
    `update event set sequence = sequence + ${SEQUENCE_JUMP}, revision = r.revision, modified = r.changed_at
       ${own('event')}`,
    `insert into service (name, value) values ('${RESTORED}', '${new Date(now).toISOString()}')
       on conflict (name) do update set value = excluded.value`,
  ]
}

/** What still counts of a database that a backup replaces. */
export interface Replaced {
  erased: ErasedSubscriber[]
  /** The highest revision that it gave out; 0 if it has no publisher. */
  last: number
}

export async function readReplaced(db: Db): Promise<Replaced> {
  const { last } = await db
    .selectFrom('publisher_revision')
    .select((eb) => eb.fn.max('revision').as('last'))
    .executeTakeFirstOrThrow()
  return { erased: await listAllErased(db), last: Number(last ?? 0) }
}

export function requireFastiTables(tables: unknown[], file: string): void {
  if (!FASTI_TABLES.every((name) => tables.includes(name)))
    throw new AppError('invalid', `${file} is no backup of Fasti`)
}

/** A time for names of files. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Opens the database for a command, without log lines. */
export function openQuietly(config: Config): Promise<AppContext> {
  return openContext(config, { log: pino({ level: 'silent' }) })
}

/** Deletes all sessions: a backup may contain those of users who signed out or were disabled since. */
export async function endSessions(db: Db): Promise<void> {
  await sql`delete from session`.execute(db)
  await sql`delete from sign_in_link`.execute(db)
}

/** Erases subscribers again who were erased since the backup. Returns their number. */
export async function eraseAgain(ctx: AppContext, erased: ErasedSubscriber[]): Promise<number> {
  let count = 0
  for (const one of erased) {
    const { publisherId, id } = one
    if (await findSubscriber(ctx.db, publisherId, id)) {
      const email = await eraseSubscriber(ctx, publisherId, id)
      await forgetMailsTo(ctx.config.mail.folder, email)
      count++
    } else if (!(await findErased(ctx.db, publisherId, id)) && (await hasPublisher(ctx.db, publisherId))) {
      await insertErased(ctx.db, one)
    }
  }
  return count
}

async function hasPublisher(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('publisher')
    .select('publisher_id')
    .where('publisher_id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
