import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { transactUnsynced } from '../db/transact-unsynced.ts'
import { pause } from '../pause.ts'
import { type PushRegistration, toRegistration } from './push-registration-store.ts'

/** A registration with a message that is due. */
export interface DueRegistration extends PushRegistration {
  attempts: number
  /** The time that the claim set: by it the claim is found again. */
  claimedUntil: number
}

/** A publisher with devices to tell, and the revisions between which its changes were not looked at yet. */
export interface Followed {
  publisherId: number
  from: number
  to: number
  /** A hash of the names and colours of its calendars at `from`. */
  properties: string
}

/** At most one message for a collection is sent in this time. */
const APART_MS = 30_000
/** Registrations marked in one statement, and the time between two such groups: 100,000 take two minutes. */
const GROUP = 500
const GROUP_MS = 600

/** Lists the publishers with devices to tell, that have a revision nobody looked at yet; with an id, that one alone. */
export async function listFollowed(db: Db, publisherId?: number): Promise<Followed[]> {
  return db
    .selectFrom('push_follower as f')
    .innerJoin('publisher_revision as r', 'r.publisher_id', 'f.publisher_id')
    .select(['f.publisher_id as publisherId', 'f.revision as from', 'f.properties', 'r.revision as to'])
    .whereRef('r.revision', '>', 'f.revision')
    .$if(publisherId !== undefined, (query) => query.where('f.publisher_id', '=', publisherId!))
    .execute()
}

/** Notes that the changes of a publisher were looked at. Does nothing if another process has done it. */
export async function moveFollower(
  db: Db,
  { publisherId, from, to }: Followed,
  properties: string,
): Promise<void> {
  await db
    .updateTable('push_follower')
    .set({ revision: to, properties })
    .where('publisher_id', '=', publisherId)
    .where('revision', '=', from)
    .execute()
}

/** Lists the public calendars that changed after a revision. */
export async function listChangedCalendars(
  db: Db,
  publisherId: number,
  from: number,
): Promise<{ id: string; version: number }[]> {
  return db
    .selectFrom('calendar')
    .select(['id', 'version'])
    .where('publisher_id', '=', publisherId)
    .where('version', '>', from)
    .execute()
}

/** The registrations that do not know of a version of their calendar. */
export function behind(version: number): RawBuilder<boolean> {
  return sql<boolean>`content = 1 and told < ${version}`
}

/**
 * The registrations whose private calendar changed after a revision. It has no version; its newest event is found by an
 * index, and so is its newest removal.
 */
export function withNewEvents(from: number): RawBuilder<boolean> {
  const newer = (table: string) => sql`exists (select 1 from ${sql.table(table)} as n
    where n.publisher_id = push_registration.publisher_id and n.calendar_id = push_registration.calendar_id
      and n.revision > ${from})`
  return sql<boolean>`content = 1 and (${newer('event')} or ${newer('event_change')})`
}

/** The registrations that know another name or colour of their calendar than the ones with this hash. */
export function withOther(properties: string): RawBuilder<boolean> {
  return sql<boolean>`properties <> ${properties}`
}

/**
 * Makes messages due for registrations of a collection, in small steps. `before`: the messages that the same change
 * has made due so far; each group of them is due later than the one before. Returns how many these are now.
 * `now`: epoch ms.
 */
export async function markCollection(
  db: Db,
  { publisherId, collection, changed }: { publisherId: number; collection: string; changed: number },
  which: RawBuilder<boolean>,
  now: number,
  before: number,
): Promise<number> {
  let marked = before
  for (let after = ''; ; await pause()) {
    const group = await db
      .selectFrom('push_registration')
      .select('id')
      .where('publisher_id', '=', publisherId)
      .where('collection', '=', collection)
      .where('id', '>', after)
      .orderBy('id')
      .limit(GROUP)
      .execute()
    const last = group.at(-1)?.id
    if (last === undefined) return marked
    const at = now + Math.floor(marked / GROUP) * GROUP_MS
    const { numUpdatedRows } = await transactUnsynced(db, (tx) =>
      tx
        .updateTable('push_registration')
        .set({
          changed,
          due_at: sql<number>`coalesce(due_at, case when last_sent_at > ${at - APART_MS}
            then last_sent_at + ${APART_MS} else ${at} end)`,
        })
        .where('publisher_id', '=', publisherId)
        .where('collection', '=', collection)
        .where('id', '>', after)
        .where('id', '<=', last)
        // One that waits is not written again with each change.
        .where(sql<boolean>`(due_at is null or changed = told)`)
        .where(which)
        .executeTakeFirst(),
    )
    marked += Number(numUpdatedRows)
    if (group.length < GROUP) return marked
    after = last
  }
}

/**
 * Lists up to `limit` due registrations by their publishers, the longest due first: of one publisher, or over all. `now`:
 * epoch ms.
 */
export async function listDue(
  db: Db,
  limit: number,
  now: number,
  publisherId?: number,
): Promise<{ publisherId: number; ids: string[] }[]> {
  const rows = await db
    .selectFrom('push_registration')
    .select(['publisher_id', 'id'])
    .where('due_at', '<=', now)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return [...Map.groupBy(rows, (row) => row.publisher_id)].map(([publisherId, own]) => ({
    publisherId,
    ids: own.map(({ id }) => id),
  }))
}

/**
 * Claims registrations of a publisher that are due, until a time. If the process dies, another one claims them after
 * that. Times are epoch ms.
 */
export async function claimDue(
  db: Db,
  { publisherId, ids }: { publisherId: number; ids: string[] },
  now: number,
  claimedUntil: number,
): Promise<DueRegistration[]> {
  const rows = await transactUnsynced(db, (tx) =>
    tx
      .updateTable('push_registration')
      // A change that comes while the message is sent is seen by `changed`.
      .set((eb) => ({ due_at: claimedUntil, changed: eb.ref('told') }))
      .where('publisher_id', '=', publisherId)
      .where(inList(tx, 'id', ids))
      .where('due_at', '<=', now)
      .returningAll()
      .execute(),
  )
  return rows.map((row) => ({ ...toRegistration(db, row), attempts: row.attempts, claimedUntil }))
}

/** What came of a claimed message. Times are epoch ms. */
export interface Told {
  registration: DueRegistration
  /**
   * `done`: the device knows the version and the properties now, by a message or without one. `failed`: to be tried
   * again at a time; null: given up.
   */
  result:
    { done: { version: number; properties: string; messageAt: number | null } } | { failed: number | null }
}

/** Stores what came of claimed messages. A change that came meanwhile makes the next one due. */
export async function recordTold(tx: Db, all: Told[]): Promise<void> {
  const inOrder = all.toSorted((a, b) => (a.registration.id < b.registration.id ? -1 : 1))
  for (const { registration, result } of inOrder) {
    const { publisherId, id, claimedUntil } = registration
    await tx
      .updateTable('push_registration')
      .set(valuesOf(registration, result))
      .where('publisher_id', '=', publisherId)
      .where('id', '=', id)
      .where('due_at', '=', claimedUntil)
      .execute()
  }
}

function valuesOf({ attempts }: DueRegistration, result: Told['result']) {
  if ('failed' in result)
    return { due_at: result.failed, attempts: result.failed === null ? 0 : attempts + 1 }
  const { version, properties, messageAt } = result.done
  return {
    ...{ told: version, attempts: 0 },
    properties: sql<string | null>`case when properties is not null then ${properties} end`,
    ...(messageAt !== null && { last_sent_at: messageAt }),
    due_at: sql<number | null>`case when changed > ${version}
      then coalesce(cast(${messageAt} as bigint), last_sent_at, 0) + ${APART_MS} end`,
  }
}
