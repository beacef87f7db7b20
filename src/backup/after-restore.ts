import { sql } from 'kysely'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { forgetMailsTo } from '../mail/forget-mails.ts'
import { eraseSubscriber } from '../subscribers/erase-subscriber.ts'
import { type ErasedSubscriber, findErased, insertErased } from '../subscribers/erased-store.ts'
import { findSubscriber } from '../subscribers/subscriber-store.ts'

/** Changes since the backup that we allow for. Revisions stay far below 2^53 however often one restores. */
const REVISIONS = 1_000_000_000
/** The same for one event. `SEQUENCE` is a 32-bit integer (RFC 5545, 3.3.8). */
const CHANGES = 1000

/** Tables that every database of ours has had. */
const OURS = ['kysely_migration', 'service', 'publisher', 'event', 'subscriber']

/** The name under which a database remembers that it was restored, and when. */
export const RESTORED = 'restored'

/**
 * Statements that make the content of a backup newer than all that anybody has seen, in one order on both databases.
 * The numbers a backup holds have been given out again since, for other content: to feeds, to caches, to calendar
 * programs, which take no event whose `SEQUENCE` falls. So everything counts as changed now, under numbers that
 * nobody has had. `now`: epoch ms.
 */
export function renewStatements(now: number): string[] {
  const at = String(Math.trunc(now))
  const own = (table: string) => `from publisher_revision r where r.publisher_id = ${table}.publisher_id`
  return [
    `update publisher_revision set revision = revision + ${REVISIONS},
       changed_at = case when changed_at > ${at} then changed_at else ${at} end`,
    `update publisher set settings_revision = r.revision, feeds_changed_at = r.changed_at ${own('publisher')}`,
    `update calendar set version = r.revision, version_at = r.changed_at ${own('calendar')}`,
    `update subscriber set revision = r.revision, revision_at = r.changed_at ${own('subscriber')}`,
    `update event set sequence = sequence + ${CHANGES}, revision = r.revision, modified = r.changed_at
       ${own('event')}`,
    `insert into service (name, value) values ('${RESTORED}', '${new Date(now).toISOString()}')
       on conflict (name) do update set value = excluded.value`,
  ]
}

export function requireOurs(tables: unknown[], file: string): void {
  if (!OURS.every((name) => tables.includes(name)))
    throw new AppError('invalid', `${file} is no backup of Fasti`)
}

/** A time as it stands in names of files. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** What a command opens for a moment says nothing in the log. */
export function openQuietly(config: Config): Promise<AppContext> {
  return openContext(config, { log: pino({ level: 'silent' }) })
}

/** Who had signed out, or was locked out, does not come back in. */
export async function endSessions(db: Db): Promise<void> {
  await sql`delete from session`.execute(db)
  await sql`delete from sign_in_link`.execute(db)
}

/** Erases once more who was erased since the backup was made. */
export async function eraseAgain(ctx: AppContext, erased: ErasedSubscriber[]): Promise<number> {
  let people = 0
  for (const one of erased) {
    const { publisherId, id } = one
    if (await findSubscriber(ctx.db, publisherId, id)) {
      const email = await eraseSubscriber(ctx, publisherId, id)
      await forgetMailsTo(ctx.config.mail.folder, email)
      people++
    } else if (!(await findErased(ctx.db, publisherId, id)) && (await hasPublisher(ctx.db, publisherId))) {
      await insertErased(ctx.db, one)
    }
  }
  return people
}

async function hasPublisher(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('publisher')
    .select('publisher_id')
    .where('publisher_id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
