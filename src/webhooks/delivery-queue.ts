import { sql } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { Claim, Outcome } from './delivery.ts'
import { transactLightly } from './transact-lightly.ts'

export interface DueCallback {
  publisherId: number
  callbackId: string
}

/** Which callbacks, on or off, have something due. Reads over all publishers: a worker asks this now and then. */
export async function listDueCallbacks(db: Db, now: number): Promise<DueCallback[]> {
  const rows = await db
    .selectFrom('delivery')
    .select(['publisher_id', 'callback_id'])
    .distinct()
    .where('state', '=', sql.lit('waiting'))
    .where('due_at', '<=', now)
    .execute()
  return rows.map((row) => ({ publisherId: row.publisher_id, callbackId: row.callback_id }))
}

/**
 * Takes up to `limit` due deliveries of a callback for one worker, the longest due first. Until `claimedUntil`
 * nobody else gets them; if the worker dies meanwhile, others do from then on.
 */
export async function claimDeliveries(
  db: Db,
  publisherId: number,
  callbackId: string,
  limit: number,
  now: number,
  claimedUntil: number,
): Promise<Claim[]> {
  return transactLightly(db, async (tx) => {
    let due = tx
      .selectFrom('delivery')
      .select('id')
      .where('publisher_id', '=', publisherId)
      .where('callback_id', '=', callbackId)
      .where('state', '=', sql.lit('waiting'))
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit)
    // SQLite has one writer at a time anyway.
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

/** Makes due what waits beyond `latest`, which no plan reaches: the clock was set back since. */
export async function recallDeliveries(
  db: Db,
  publisherId: number,
  now: number,
  latest: number,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ due_at: now })
    .where('publisher_id', '=', publisherId)
    .where('state', '=', sql.lit('waiting'))
    .where('due_at', '>', latest)
    .execute()
}

/** Writes down attempts and what follows from them. A claim that ran out meanwhile is somebody else's now. */
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

/** Whether the claim still was the worker's. */
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

async function readPayloads(tx: Db, publisherId: number, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('notification')
    .select(['id', 'payload'])
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row.payload]))
}
