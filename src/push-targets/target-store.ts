import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PushTargetTable } from '../db/tables/push-target.ts'
import { transact } from '../db/transact.ts'
import { currentRevision } from '../revisions/revision.ts'
import type { ProviderName } from './grant.ts'
import { deleteItemsOf } from './item-store.ts'
import type { Target } from './target.ts'

/** Stores a target, due at `dueAt` (epoch ms). From now on the publisher's changes are looked at. */
export async function insertTarget(tx: Db, target: Target, dueAt: number): Promise<void> {
  await tx
    .insertInto('push_target')
    .values({ ...toRow(target), next_at: dueAt, lease_until: 0 })
    .execute()
  await tx
    .insertInto('push_target_follower')
    .values({
      publisher_id: target.publisherId,
      revision: await currentRevision(tx, target.publisherId),
      revision_at: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listTargetsOf(db: Db, publisherId: number, grantId: string): Promise<Target[]> {
  const rows = await db
    .selectFrom('push_target')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('grant_id', '=', grantId)
    .orderBy('id')
    .execute()
  return rows.map(toTarget)
}

/** Finds a subscriber's own calendar at a provider, the one of the last consent. One that ends counts no more. */
export async function findPersonTarget(
  db: Db,
  publisherId: number,
  subscriberId: string,
  provider: ProviderName,
): Promise<Target | undefined> {
  const row = await ofPerson(db, publisherId, subscriberId, provider)
    .selectAll('t')
    .where('t.state', '<>', 'ending')
    .orderBy('t.created', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toTarget(row)
}

/** Returns whether a calendar of a subscriber's at a provider is still to be deleted. */
export async function hasPersonTarget(
  db: Db,
  publisherId: number,
  subscriberId: string,
  provider: ProviderName,
): Promise<boolean> {
  const row = await ofPerson(db, publisherId, subscriberId, provider)
    .select('t.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function ofPerson(db: Db, publisherId: number, subscriberId: string, provider: ProviderName) {
  return db
    .selectFrom('push_target as t')
    .innerJoin('push_grant as g', (join) =>
      join.onRef('g.publisher_id', '=', 't.publisher_id').onRef('g.id', '=', 't.grant_id'),
    )
    .where('t.publisher_id', '=', publisherId)
    .where('t.subscriber_id', '=', subscriberId)
    .where('g.provider', '=', provider)
}

/** Lists the calendars whose mirrors everybody may read and are kept up to date, with the provider's ids. */
export async function listOpenMirrors(
  db: Db,
  publisherId: number,
): Promise<{ calendarId: string; remoteId: string }[]> {
  const rows = await db
    .selectFrom('push_target')
    .select(['calendar_id', 'remote_calendar_id'])
    .where('publisher_id', '=', publisherId)
    .where('kind', '=', 'mirror')
    // Each has a next look. With it, the index of due targets finds mirrors among any number of people.
    .where('next_at', 'is not', null)
    .where('state', '=', 'active')
    .where('open', '=', 1)
    .execute()
  return rows.flatMap(({ calendar_id: calendarId, remote_calendar_id: remoteId }) =>
    calendarId !== null && remoteId !== null ? [{ calendarId, remoteId }] : [],
  )
}

/** Stores a target that somebody changed, due at `dueAt` (null: never). A claim on it ends. */
export async function updateTarget(tx: Db, target: Target, dueAt: number | null): Promise<void> {
  const { publisher_id: _p, id: _i, created: _c, ...values } = toRow(target)
  await tx
    .updateTable('push_target')
    .set({ ...values, lease_until: 0, next_at: dueAt })
    .where('publisher_id', '=', target.publisherId)
    .where('id', '=', target.id)
    .execute()
}

/** Has the targets of a grant wait for another consent. */
export async function disconnectTargetsOf(tx: Db, publisherId: number, grantId: string): Promise<void> {
  await tx
    .updateTable('push_target')
    .set({ state: 'disconnected', next_at: null, lease_until: 0 })
    .where('publisher_id', '=', publisherId)
    .where('grant_id', '=', grantId)
    .where('state', 'in', ['linking', 'active'])
    .execute()
}

/** Has the targets of a grant end. */
export async function endTargetsOf(tx: Db, publisherId: number, grantId: string, now: number): Promise<void> {
  await tx
    .updateTable('push_target')
    .set({ state: 'ending', next_at: now, failures: 0, lease_until: 0 })
    .where('publisher_id', '=', publisherId)
    .where('grant_id', '=', grantId)
    .where('state', '<>', 'ending')
    .execute()
}

export async function deleteTarget(
  db: Db,
  { publisherId, id }: Pick<Target, 'publisherId' | 'id'>,
): Promise<void> {
  await transact(db, async (tx) => {
    await deleteItemsOf(tx, { publisherId, id })
    await tx.deleteFrom('push_target').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
  })
}

/** Returns the columns of a target, but for when it is due. */
export function toRow(target: Target) {
  const { synced } = target
  return {
    publisher_id: target.publisherId,
    id: target.id,
    grant_id: target.grantId,
    kind: target.kind,
    calendar_id: target.calendarId,
    subscriber_id: target.link?.subscriberId ?? null,
    link_number: target.link?.number ?? null,
    remote_calendar_id: target.remoteCalendarId,
    open: target.open ? 1 : 0,
    state: target.state,
    synced_revision: synced?.revision ?? null,
    synced_day: synced?.day ?? 0,
    synced_view: synced?.view ?? '',
    failures: target.failures,
    last_error: target.lastError,
    last_ok_at: target.lastOkAt,
    last_write_at: target.lastWriteAt,
    created: target.created,
  }
}

export function toTarget(row: Selectable<PushTargetTable>): Target {
  const { subscriber_id: subscriberId, link_number: number, synced_revision: revision } = row
  return {
    publisherId: row.publisher_id,
    id: row.id,
    grantId: row.grant_id,
    kind: row.kind,
    calendarId: row.calendar_id,
    link: subscriberId === null || number === null ? null : { subscriberId, number },
    remoteCalendarId: row.remote_calendar_id,
    open: row.open === 1,
    state: row.state,
    synced: revision === null ? null : { revision, day: row.synced_day, view: row.synced_view },
    failures: row.failures,
    lastError: row.last_error,
    lastOkAt: row.last_ok_at,
    lastWriteAt: row.last_write_at,
    created: row.created,
  }
}
