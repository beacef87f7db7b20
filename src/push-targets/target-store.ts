import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PushTargetTable } from '../db/tables/push-target.ts'
import { transact } from '../db/transact.ts'
import { currentRevision } from '../revisions/revision.ts'
import type { ProviderName } from './grant.ts'
import { deleteItemsOf } from './item-store.ts'
import type { ClaimedTarget, Target } from './target.ts'

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

/**
 * Lists the publishers that have due targets; with an id, that one alone. Every publisher with targets is a follower of
 * changes.
 */
export async function listDuePublishers(db: Db, now: number, publisherId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('push_target_follower as f')
    .select('f.publisher_id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('push_target as t')
          .select('t.id')
          .whereRef('t.publisher_id', '=', 'f.publisher_id')
          .where('t.next_at', '<=', now)
          .where('t.lease_until', '<=', now),
      ),
    )
    .$if(publisherId !== undefined, (query) => query.where('f.publisher_id', '=', publisherId!))
    .execute()
  return rows.map((row) => row.publisher_id)
}

/** Claims up to `limit` due targets of a publisher until a time, mirrors first, then the longest due. Epoch ms. */
export async function claimDueTargets(
  db: Db,
  publisherId: number,
  { limit, now, until }: { limit: number; now: number; until: number },
): Promise<ClaimedTarget[]> {
  const rows = await db
    .selectFrom('push_target')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('next_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('kind')
    .orderBy('next_at')
    .limit(limit)
    .execute()
  const claimed: ClaimedTarget[] = []
  for (const row of rows) {
    // What marks it due while it is worked on sets `next_at` again.
    const taken = await db
      .updateTable('push_target')
      .set({ lease_until: until, next_at: until })
      .where('publisher_id', '=', publisherId)
      .where('id', '=', row.id)
      .where('lease_until', '=', row.lease_until)
      .where('next_at', '=', row.next_at)
      .executeTakeFirst()
    if (taken.numUpdatedRows > 0n) claimed.push({ ...toTarget(row), leaseUntil: until })
  }
  return claimed
}

/**
 * Prolongs a claim. Returns the new one, or undefined if the claim has run out, or if somebody changed the target
 * meanwhile.
 */
export async function prolongClaim(
  db: Db,
  target: ClaimedTarget,
  until: number,
): Promise<ClaimedTarget | undefined> {
  const { numUpdatedRows } = await ofClaim(db, target)
    .set({
      lease_until: until,
      next_at: sql<number>`case when next_at = ${target.leaseUntil} then cast(${until} as bigint) else next_at end`,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { ...target, leaseUntil: until } : undefined
}

/**
 * Stores what a turn did and ends the claim. The next turn is at `nextAt` (null: none). After a turn that ended well it
 * is at once if a change made the target due meanwhile. Returns false if the claim has run out.
 */
export async function endClaim(db: Db, target: ClaimedTarget, nextAt: number | null): Promise<boolean> {
  const { failures, leaseUntil } = target
  const { publisher_id: _p, id: _i, created: _c, ...values } = toRow(target)
  const { numUpdatedRows } = await ofClaim(db, target)
    .set({
      ...values,
      lease_until: 0,
      next_at:
        failures > 0 || nextAt === null
          ? nextAt
          : sql<number>`case when next_at < ${leaseUntil} then next_at else cast(${nextAt} as bigint) end`,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

/**
 * Stores the calendar that was made for a claimed target, and forgets the events of an earlier one. Returns false if the
 * claim has run out.
 */
export async function recordRemote(db: Db, target: ClaimedTarget): Promise<boolean> {
  return transact(db, async (tx) => {
    const { numUpdatedRows } = await ofClaim(tx, target)
      .set({ remote_calendar_id: target.remoteCalendarId, open: target.open ? 1 : 0, state: target.state })
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await deleteItemsOf(tx, target)
    return numUpdatedRows > 0n
  })
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

/** Has the next turn compare a claimed target as a whole. Returns false if the claim has run out. */
export async function forgetSynced(db: Db, target: ClaimedTarget): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, target)
    .set({ synced_revision: null, synced_day: 0, synced_view: '' })
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

function ofClaim(db: Db, { publisherId, id, leaseUntil }: ClaimedTarget) {
  return db
    .updateTable('push_target')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('lease_until', '=', leaseUntil)
}

function toRow(target: Target) {
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

function toTarget(row: Selectable<PushTargetTable>): Target {
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
