import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { deleteItemsOf } from './item-store.ts'
import type { ClaimedTarget } from './target.ts'
import { toRow, toTarget } from './target-store.ts'

// A target that is due is claimed by one process for a time, and stored by its claim.

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
    // A change that marks it due while a worker has it sets `next_at` again.
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

/**
 * Stores which calendar a claimed target has at the provider, after it was made or deleted, and forgets the events of an
 * earlier one. Returns false if the claim has run out.
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

/** Has the next turn compare a claimed target as a whole. Returns false if the claim has run out. */
export async function forgetSynced(db: Db, target: ClaimedTarget): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, target)
    .set({ synced_revision: null, synced_day: 0, synced_view: '' })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function ofClaim(db: Db, { publisherId, id, leaseUntil }: ClaimedTarget) {
  return db
    .updateTable('push_target')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('lease_until', '=', leaseUntil)
}
