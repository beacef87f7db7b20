import { sql } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { transactUnsynced } from '../db/transact-unsynced.ts'
import type { Claim, Outcome } from './delivery.ts'
import type { Payload } from './kinds.ts'

export interface DueCallback {
  publisherId: number
  callbackId: string
}

/** Lists the callbacks, on or off, that have due deliveries: of one publisher, or over all. */
export async function listDueCallbacks(db: Db, now: number, publisherId?: number): Promise<DueCallback[]> {
  const rows = await db
    .selectFrom('delivery')
    .select(['publisher_id', 'callback_id'])
    .distinct()
    .where('state', '=', sql.lit('waiting'))
    .where('due_at', '<=', now)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
  return rows.map((row) => ({ publisherId: row.publisher_id, callbackId: row.callback_id }))
}

/**
 * Claims up to `limit` due deliveries of a callback for one worker, the longest due first. No other worker can claim
 * them before `claimedUntil`; if the worker dies, another one claims them after that.
 */
export async function claimDeliveries(
  db: Db,
  publisherId: number,
  callbackId: string,
  limit: number,
  now: number,
  claimedUntil: number,
): Promise<Claim[]> {
  return transactUnsynced(db, async (tx) => {
    let due = tx
      .selectFrom('delivery')
      .select('id')
      .where('publisher_id', '=', publisherId)
      .where('callback_id', '=', callbackId)
      .where('state', '=', sql.lit('waiting'))
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit)
    // SQLite has one writer at a time and needs no locks.
    if (!isSqlite(tx)) due = due.forUpdate().skipLocked()
    const ids = (await due.execute()).map((row) => row.id)
    if (ids.length === 0) return []
    const rows = await tx
      .updateTable('delivery')
      .set((eb) => ({
        due_at: claimedUntil,
        first_attempt_at: eb.fn.coalesce('first_attempt_at', sql<number>`${now}`),
      }))
      .where('publisher_id', '=', publisherId)
      .where(inList(tx, 'id', ids))
      .returning(['id', 'notification_id', 'attempts', 'first_attempt_at'])
      .execute()
    const payloads = await readPayloads(
      tx,
      publisherId,
      rows.map((row) => row.notification_id),
    )
    return rows.map((row) => ({
      id: row.id,
      publisherId,
      notificationId: row.notification_id,
      attempts: row.attempts,
      firstAttemptAt: row.first_attempt_at!,
      claimedUntil,
      payload: payloads.get(row.notification_id)!,
    }))
  })
}

/** Makes deliveries due now that wait for a time after `latest`, which no plan reaches: the clock was set back. */
export async function makeDueBeyond(db: Db, publisherId: number, now: number, latest: number): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ due_at: now })
    .where('publisher_id', '=', publisherId)
    .where('state', '=', sql.lit('waiting'))
    .where('due_at', '>', latest)
    .execute()
}

/** Records attempts and the new states of their deliveries, except of claims that have run out. */
export async function recordOutcomes(tx: Db, outcomes: Outcome[]): Promise<void> {
  const own: Outcome[] = []
  for (const outcome of outcomes) if (await closeClaim(tx, outcome)) own.push(outcome)
  if (own.length === 0) return
  const rows = own.map(({ claim, attempt }) => ({
    publisher_id: claim.publisherId,
    delivery_id: claim.id,
    number: attempt.number,
    at: attempt.at,
    status: attempt.status,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    answer: attempt.answer,
  }))
  await tx.insertInto('delivery_attempt').values(rows).execute()
}

/** Returns false if the claim had run out: another worker may have the delivery. */
async function closeClaim(tx: Db, { claim, attempt, state, dueAt }: Outcome): Promise<boolean> {
  const closed = await tx
    .updateTable('delivery')
    .set({ state, due_at: dueAt, attempts: attempt.number })
    .where('publisher_id', '=', claim.publisherId)
    .where('id', '=', claim.id)
    .where('due_at', '=', claim.claimedUntil)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

async function readPayloads(tx: Db, publisherId: number, ids: string[]): Promise<Map<string, Payload>> {
  const rows = await tx
    .selectFrom('notification')
    .select(['id', 'payload'])
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, payload }) => [id, JSON.parse(payload) as Payload]))
}
