import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { type ColumnType, insertAll } from '../db/insert-many.ts'
import type { EventChangeTable } from '../db/tables/event-change.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import type { Revision } from '../revisions/revision.ts'
import { findOwners } from '../subscribers/subscriber-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'
import type { ChangeKind, EventChange, EventPicture, NewChange } from './event-change.ts'

const KEPT_MS = 400 * 86_400_000

const COLUMNS: Record<keyof EventChangeTable, ColumnType> = {
  publisher_id: 'integer',
  revision: 'bigint',
  event_id: 'text',
  calendar_id: 'text',
  subscriber_id: 'text',
  kinds: 'text',
  before: 'text',
  after: 'text',
  start_before: 'bigint',
  start_after: 'bigint',
  end_at: 'bigint',
  at: 'bigint',
}

/** Writes changes into the history, in the transaction that makes them. */
export async function recordChanges(tx: Db, publisherId: number, changes: NewChange[]): Promise<void> {
  const calendarIds = changes.filter((change) => change.private).map(({ calendarId }) => calendarId)
  const owners = await findOwners(tx, publisherId, [...new Set(calendarIds)])
  await insertAll(
    tx,
    'event_change',
    COLUMNS,
    changes.map((change) => ({
      publisher_id: publisherId,
      revision: change.revision,
      event_id: change.eventId,
      calendar_id: change.calendarId,
      subscriber_id: owners.get(change.calendarId) ?? null,
      kinds: change.kinds.join(),
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
      start_before: change.startBefore,
      start_after: change.startAfter,
      end_at: change.endAt,
      at: change.at,
    })),
  )
}

/**
 * Writes the removal of private events into the history, before they are deleted: one statement for a batch, which
 * `recordChanges` would make half as slow again.
 */
export async function recordPrivateRemovals(
  tx: Db,
  publisherId: number,
  ids: string[],
  { number, at }: Revision,
): Promise<void> {
  await tx
    .insertInto('event_change')
    .columns([
      ...(['publisher_id', 'revision', 'event_id', 'calendar_id', 'subscriber_id', 'kinds'] as const),
      ...(['start_before', 'end_at', 'at'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('event as e')
        .innerJoin('subscriber as s', (join) =>
          join
            .onRef('s.publisher_id', '=', 'e.publisher_id')
            .onRef('s.private_calendar_id', '=', 'e.calendar_id'),
        )
        .select([
          ...(['e.publisher_id', sql<number>`${number}`.as('revision'), 'e.id', 'e.calendar_id'] as const),
          ...([
            's.id as subscriber_id',
            sql<string>`${'removed'}`.as('kinds'),
            'e.start_at',
            'e.end_at',
          ] as const),
          sql<number>`${at}`.as('at'),
        ])
        .where('e.publisher_id', '=', publisherId)
        .where('e.private', '=', 1)
        .where('e.draft', '=', 0)
        .where(inList(tx, 'e.id', ids)),
    )
    .execute()
}

/**
 * Lists the changes after a revision, in the order in which they were committed: about `limit`, since the
 * changes of one revision are never torn apart. Who passes the last revision they have misses none.
 */
export async function listChangesAfter(
  db: Db,
  publisherId: number,
  after: number,
  limit: number,
): Promise<EventChange[]> {
  const changes = db.selectFrom('event_change').selectAll().where('publisher_id', '=', publisherId)
  const rows = await changes
    .where('revision', '>', after)
    .orderBy('revision')
    .orderBy('event_id')
    .orderBy('calendar_id')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (!last || rows.length < limit) return rows.map(toChange)
  const rest = await changes
    .where('revision', '=', last.revision)
    .where(sql<boolean>`(event_id, calendar_id) > (${last.event_id}, ${last.calendar_id})`)
    .orderBy('event_id')
    .orderBy('calendar_id')
    .execute()
  return [...rows, ...rest].map(toChange)
}

/** A place in the list of public changes. */
export type ChangePlace = Pick<EventChange, 'at' | 'revision' | 'eventId' | 'calendarId'>

/** Lists changes of public events, the newest first; with `eventId` only those of one event. */
export async function listPublicChanges(
  db: Db,
  publisherId: number,
  { eventId, before }: { eventId?: string | undefined; before?: ChangePlace | undefined },
  limit: number,
): Promise<EventChange[]> {
  let query = selectPublic(db, publisherId).selectAll()
  if (eventId !== undefined) query = query.where('event_id', '=', eventId)
  if (before)
    query = query.where(
      sql<boolean>`(at, revision, event_id, calendar_id)
        < (${before.at}, ${before.revision}, ${before.eventId}, ${before.calendarId})`,
    )
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('revision', 'desc')
    .orderBy('event_id', 'desc')
    .orderBy('calendar_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toChange)
}

/**
 * Lists the revisions and calendars of public changes since a time (epoch ms), each once: of events that had
 * not ended.
 */
export async function listRecentChanges(
  db: Db,
  publisherId: number,
  since: number,
): Promise<{ revision: number; calendarId: string; at: number }[]> {
  const rows = await selectPublic(db, publisherId)
    .select(['revision', 'calendar_id', 'at'])
    .distinct()
    .where('at', '>=', since)
    .whereRef('end_at', '>', 'at')
    .execute()
  return rows.map(({ revision, calendar_id, at }) => ({ revision, calendarId: calendar_id, at }))
}

/**
 * Lists the revisions and calendars of public changes since a time (epoch ms), each once: of events that start
 * after `now`, or would have if they had not been removed.
 */
export async function listChangesAhead(
  db: Db,
  publisherId: number,
  since: number,
  now: number,
): Promise<{ revision: number; calendarId: string }[]> {
  const rows = await selectPublic(db, publisherId)
    .select(['revision', 'calendar_id'])
    .distinct()
    .where('at', '>=', since)
    .where(({ eb, fn }) => eb(fn.coalesce('start_after', 'start_before'), '>', now))
    .execute()
  return rows.map(({ revision, calendar_id }) => ({ revision, calendarId: calendar_id }))
}

/** The changes of public events of one revision. */
export async function listChangesOf(db: Db, publisherId: number, revision: number): Promise<EventChange[]> {
  const rows = await selectPublic(db, publisherId).selectAll().where('revision', '=', revision).execute()
  return rows.map(toChange)
}

/** Lists the public changes of some events since a time (epoch ms), the oldest first. */
export async function listChangesOfEvents(
  db: Db,
  publisherId: number,
  eventIds: string[],
  since: number,
): Promise<EventChange[]> {
  const rows = await selectPublic(db, publisherId)
    .selectAll()
    .where('at', '>=', since)
    .where(inList(db, 'event_id', eventIds))
    .orderBy('revision')
    .execute()
  return rows.map(toChange)
}

/**
 * Finds the events of one calendar that one revision changed and that had not ended: up to `limit` ids in their
 * order, and the number of all.
 */
export async function findChangedEvents(
  db: Db,
  publisherId: number,
  { revision, calendarId }: { revision: number; calendarId: string },
  limit: number,
): Promise<{ eventIds: string[]; count: number }> {
  const changed = selectPublic(db, publisherId)
    .where('calendar_id', '=', calendarId)
    .where('revision', '=', revision)
    .whereRef('end_at', '>', 'at')
  const rows = await changed.select('event_id').orderBy('event_id').limit(limit).execute()
  const { count } = await changed.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return { eventIds: rows.map((row) => row.event_id), count: Number(count) }
}

function selectPublic(db: Db, publisherId: number) {
  return db
    .selectFrom('event_change')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', 'is', null)
}

/**
 * Returns whether an event of a calendar was moved, cancelled or removed after a revision, and starts or would have
 * started within a time. `now`: epoch ms.
 */
export async function hasNearMove(
  db: Db,
  publisherId: number,
  calendarId: string,
  after: number,
  now: number,
  withinMs: number,
): Promise<boolean> {
  const rows = await db
    .selectFrom('event_change')
    .select(['kinds', 'start_before', 'start_after'])
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where('revision', '>', after)
    .orderBy('revision', 'desc')
    .limit(1000)
    .execute()
  const isNear = (start: number | null) => start !== null && start >= now && start <= now + withinMs
  return rows.some(
    ({ kinds, start_before, start_after }) =>
      /moved|removed|calledOff|onAgain|place/.test(kinds) && (isNear(start_before) || isNear(start_after)),
  )
}

/** Deletes the history of one calendar, such as the private one of a person who is erased. */
export async function deleteChangesOf(tx: Db, publisherId: number, calendarId: string): Promise<void> {
  await tx
    .deleteFrom('event_change')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .execute()
}

/** Deletes changes older than 400 days. */
export async function sweepChanges(
  { db, now }: { db: Db; now: () => number },
  signal: AbortSignal,
): Promise<void> {
  const before = now() - KEPT_MS
  await eachPublisher(db, signal, (publisherId) =>
    inSteps(signal, () => deleteOldest(db, publisherId, before)),
  )
}

/** Returns the revision of the oldest change that is kept; undefined if there is none. */
export async function findOldestRevision(db: Db, publisherId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('event_change')
    .select('revision')
    .where('publisher_id', '=', publisherId)
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst()
  return row?.revision
}

async function deleteOldest(db: Db, publisherId: number, before: number): Promise<number> {
  // `at` rises with the revision, so the oldest rows are the first of the primary key.
  const oldest = await db
    .selectFrom('event_change')
    .select(['revision', 'event_id', 'calendar_id', 'at'])
    .where('publisher_id', '=', publisherId)
    .orderBy('revision')
    .orderBy('event_id')
    .orderBy('calendar_id')
    .limit(AT_ONCE)
    .execute()
  const old = oldest.filter(({ at }) => at < before)
  const last = old.at(-1)
  if (!last) return 0
  await db
    .deleteFrom('event_change')
    .where('publisher_id', '=', publisherId)
    .where(
      sql<boolean>`(revision, event_id, calendar_id) <= (${last.revision}, ${last.event_id}, ${last.calendar_id})`,
    )
    .execute()
  return old.length
}

function toChange(row: Selectable<EventChangeTable>): EventChange {
  return {
    revision: row.revision,
    eventId: row.event_id,
    calendarId: row.calendar_id,
    subscriberId: row.subscriber_id,
    kinds: row.kinds.split(',') as ChangeKind[],
    before: row.before === null ? null : (JSON.parse(row.before) as EventPicture),
    after: row.after === null ? null : (JSON.parse(row.after) as EventPicture),
    startBefore: row.start_before,
    startAfter: row.start_after,
    endAt: row.end_at,
    at: row.at,
  }
}
