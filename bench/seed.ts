import { sql } from 'kysely'
import type { DatabaseConfig } from '../src/config.ts'
import { type Database, type Db, isSqlite, openDatabase } from '../src/db/database.ts'
import { insertMany } from '../src/db/insert-many.ts'
import { transact } from '../src/db/transact.ts'
import { EVENT_COLUMNS } from '../src/events/event-columns.ts'
import { newId } from '../src/ids.ts'
import { firstLink, insertLinks } from '../src/subscribers/link-store.ts'
import { insertSubscribers } from '../src/subscribers/subscriber-store.ts'
import { makeRecords, type Recipient, rowOf } from './events.ts'

/** Rows stored in one transaction. */
const PORTION = 10_000

/** Puts subscribers into a database that no service has open. */
export async function seedSubscribers(
  config: DatabaseConfig,
  publisherId: number,
  count: number,
): Promise<Recipient[]> {
  return withDatabase(config, async ({ db }) => {
    const recipients = Array.from({ length: count }, () => ({ svcId: newId(), calendarId: newId() }))
    for (let from = 0; from < count; from += PORTION) {
      await fast(db, (tx) => insertRecipients(tx, publisherId, recipients.slice(from, from + PORTION)))
    }
    await settle(db, 'subscriber')
    return recipients
  })
}

/** Adds private events until there are `total`, the way they come in batches: ids rise, all else is random. */
export async function fillEvents(
  config: DatabaseConfig,
  publisherId: number,
  recipients: Recipient[],
  total: number,
): Promise<void> {
  await withDatabase(config, async ({ db }) => {
    const { count } = await db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('publisher_id', '=', publisherId)
      .executeTakeFirstOrThrow()
    for (let stored = count; stored < total; stored += PORTION) {
      const records = makeRecords(Math.min(PORTION, total - stored), recipients)
      const rows = records.map((record, i) =>
        rowOf(publisherId, record, Math.ceil((stored + i) / 1000), Date.now()),
      )
      await fast(db, (tx) => insertMany(tx, 'event', EVENT_COLUMNS, rows))
    }
    await settle(db, 'event')
  })
}

/** Adds live public events of one grouping key, spread over calendars. */
export async function fillGroup(
  config: DatabaseConfig,
  publisherId: number,
  calendarIds: string[],
  referenceType: string,
  total: number,
): Promise<void> {
  await withDatabase(config, async ({ db }) => {
    const nobody = calendarIds.map((calendarId) => ({ svcId: '', calendarId }))
    const records = makeRecords(total, nobody).map((record) => ({ ...record, referenceType }))
    const rows = records.map((record) => rowOf(publisherId, record, 1, Date.now(), { isPrivate: false }))
    for (let from = 0; from < total; from += PORTION)
      await fast(db, (tx) => insertMany(tx, 'event', EVENT_COLUMNS, rows.slice(from, from + PORTION)))
    await settle(db, 'event')
  })
}

async function insertRecipients(tx: Db, publisherId: number, recipients: Recipient[]): Promise<void> {
  const now = Date.now()
  const subscribers = recipients.map(({ svcId, calendarId }) => {
    return {
      ...{ id: svcId, publisherId, privateCalendarId: calendarId, email: `${svcId}@example.com` },
      ...{ active: true, endedAt: null, reminders: null, remindersAt: 0, profile: {}, confirmedAt: now },
      ...{ source: 'API' as const, widgetId: '', created: now, modified: now },
    }
  })
  await insertSubscribers(tx, subscribers, { number: 0, at: now, now })
  await insertLinks(
    tx,
    recipients.map(({ svcId }) => firstLink(publisherId, svcId, now)),
  )
}

/** Does the work of autovacuum at once. Without it PostgreSQL reads whole tables that it takes for small. */
async function settle(db: Db, table: 'subscriber' | 'event'): Promise<void> {
  if (!isSqlite(db)) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** A transaction that is not waited for until it is on disk. */
async function fast(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  await transact(db, async (tx) => {
    if (!isSqlite(tx)) await sql`set local synchronous_commit = off`.execute(tx)
    await work(tx)
  })
}

/** Opens a database for some work. */
export async function withDatabase<T>(
  config: DatabaseConfig,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config)
  try {
    if (isSqlite(database.db)) {
      await sql`pragma synchronous = off`.execute(database.db)
      await sql`pragma cache_size = -2000000`.execute(database.db)
    }
    return await work(database)
  } finally {
    await database.close()
  }
}
