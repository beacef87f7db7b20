import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import type { PublisherTable } from '../db/tables/publisher.ts'
import { notFound } from '../errors.ts'
import type { Revision } from '../revisions/revision.ts'
import { addToDirectory } from './directory.ts'
import type { Publisher, PublisherSettings } from './publisher.ts'

export async function findPublisher(db: Db, id: number): Promise<Publisher | undefined> {
  const row = await db.selectFrom('publisher').selectAll().where('publisher_id', '=', id).executeTakeFirst()
  return row && toPublisher(row)
}

export async function getPublisher(db: Db, id: number): Promise<Publisher> {
  const publisher = await findPublisher(db, id)
  if (!publisher) throw notFound('Publisher', String(id))
  return publisher
}

/** The time zone of a publisher. */
export async function getTimezone(db: Db, publisherId: number): Promise<string> {
  const { timezone } = await db
    .selectFrom('publisher')
    .select('timezone')
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return timezone
}

/**
 * Lists the ids of all publishers, or of the first `limit`, in no order. They come from the directory: in a spread
 * database `publisher` would ask all nodes, and one that is away would stop the start and the upkeep of all.
 */
export async function listPublisherIds(db: Db, limit?: number): Promise<number[]> {
  const all = db.selectFrom('directory').select('publisher_id').where('kind', '=', sql.lit('publisher'))
  const rows = await (limit === undefined ? all : all.limit(limit)).execute()
  return rows.map((row) => row.publisher_id)
}

/**
 * Does some work for each publisher, one after the other or `atOnce` at a time, until the signal. One that fails keeps no
 * other from its turn; the first error is thrown at the end.
 */
export async function eachPublisher(
  db: Db,
  signal: AbortSignal,
  work: (publisherId: number) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  const workUnlessAborted = async (publisherId: number) => {
    if (!signal.aborted) await work(publisherId)
  }
  await eachAlone(await listPublisherIds(db), workUnlessAborted, { atOnce })
}

/** Lists all publishers, sub-accounts too, in the order of their ids. */
export async function listPublishers(db: Db): Promise<Publisher[]> {
  const rows = await db.selectFrom('publisher').selectAll().orderBy('publisher_id').execute()
  return rows.map(toPublisher)
}

/** Returns false on a new database. */
export async function hasPublisher(db: Db): Promise<boolean> {
  return (await listPublisherIds(db, 1)).length > 0
}

/** Inserts a publisher under the next free id. */
export async function insertPublisher(
  tx: Db,
  publisher: Omit<Publisher, 'id' | 'settingsRevision'>,
  now: number,
): Promise<Publisher> {
  let id: number | undefined
  // If another process inserts the same id first, try the next one.
  while (id === undefined) id = await insertUnderNextId(tx, publisher, now)
  await tx
    .insertInto('publisher_revision')
    .values({ publisher_id: id, revision: 0, changed_at: now })
    .execute()
  await addToDirectory(tx, 'publisher', String(id), id)
  return { ...publisher, id, settingsRevision: 0 }
}

/** Stores the changeable fields of a publisher. Pass a revision if feeds show the change. */
export async function updatePublisher(
  tx: Db,
  publisher: Publisher,
  revision: Revision | undefined,
): Promise<void> {
  await tx
    .updateTable('publisher')
    .set({
      company: publisher.company,
      timezone: publisher.timezone,
      settings: JSON.stringify(publisher.settings),
      settings_revision: publisher.settingsRevision,
      ...(revision && { feeds_changed_at: revision.at }),
    })
    .where('publisher_id', '=', publisher.id)
    .execute()
}

/** Stores the time of a change that leaves no other trace in feeds, such as the deletion of a calendar. */
export async function markFeedsChanged(tx: Db, publisherId: number, revision: Revision): Promise<void> {
  await tx
    .updateTable('publisher')
    .set({ feeds_changed_at: revision.at })
    .where('publisher_id', '=', publisherId)
    .execute()
}

async function insertUnderNextId(
  tx: Db,
  publisher: Omit<Publisher, 'id' | 'settingsRevision'>,
  now: number,
): Promise<number | undefined> {
  const { next } = await tx
    .selectFrom('publisher')
    .select((eb) => eb(eb.fn.coalesce(eb.fn.max('publisher_id'), eb.lit(0)), '+', eb.lit(1)).as('next'))
    .executeTakeFirstOrThrow()
  const inserted = await tx
    .insertInto('publisher')
    .values({
      publisher_id: Number(next),
      parent_id: publisher.parentId,
      partner: publisher.partner ? 1 : 0,
      email: publisher.email,
      first_name: publisher.firstName,
      last_name: publisher.lastName,
      company: publisher.company,
      timezone: publisher.timezone,
      settings: JSON.stringify(publisher.settings),
      settings_revision: 0,
      feeds_changed_at: now,
      created: now,
    })
    .onConflict((conflict) => conflict.column('publisher_id').doNothing())
    .returning('publisher_id')
    .executeTakeFirst()
  return inserted?.publisher_id
}

function toPublisher(row: Selectable<PublisherTable>): Publisher {
  return {
    id: row.publisher_id,
    parentId: row.parent_id,
    partner: row.partner === 1,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    company: row.company,
    timezone: row.timezone,
    settings: JSON.parse(row.settings) as PublisherSettings,
    settingsRevision: row.settings_revision,
  }
}
