import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Attempt, Delivery, DeliveryState } from './delivery.ts'

/** Puts notifications on their way to callbacks, due at once; answers the deliveries' ids. */
export async function insertDeliveries(
  tx: Db,
  publisherId: number,
  deliveries: { notificationId: string; callbackId: string }[],
  now: number,
): Promise<string[]> {
  if (deliveries.length === 0) return []
  const rows = deliveries.map((delivery) => ({
    publisher_id: publisherId,
    id: newId(now),
    notification_id: delivery.notificationId,
    callback_id: delivery.callbackId,
    state: 'waiting' as const,
    due_at: now,
    attempts: 0,
    first_attempt_at: null,
    created: now,
  }))
  await tx.insertInto('delivery').values(rows).execute()
  return rows.map((row) => row.id)
}

export interface DeliveryFilter {
  callbackId?: string
  state?: DeliveryState
}

/** The newest deliveries first. `before`: the id of the last one seen; empty: from the newest. */
export async function listDeliveries(
  db: Db,
  publisherId: number,
  filter: DeliveryFilter,
  before: string,
  limit: number,
): Promise<Delivery[]> {
  let query = selectDeliveries(db, publisherId)
  if (filter.callbackId) query = query.where('delivery.callback_id', '=', filter.callbackId)
  if (filter.state) query = query.where('delivery.state', '=', filter.state)
  if (before) query = query.where('delivery.id', '<', before)
  return (await query.orderBy('delivery.id', 'desc').limit(limit).execute()).map(toDelivery)
}

export async function getDelivery(db: Db, publisherId: number, id: string): Promise<Delivery> {
  const row = await selectDeliveries(db, publisherId).where('delivery.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Delivery', id)
  return toDelivery(row)
}

export async function listAttempts(db: Db, publisherId: number, deliveryId: string): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()
  return rows.map(({ number, at, status, error, duration_ms, answer }) => ({
    number,
    at,
    status,
    error,
    durationMs: duration_ms,
    answer,
  }))
}

/** Makes a delivery due now, whatever its plan was; refuses one that has arrived. */
export async function retryNow(db: Db, publisherId: number, id: string, now: number): Promise<void> {
  const result = await db
    .updateTable('delivery')
    .set({ state: 'waiting', due_at: now })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('state', '!=', sql.lit('delivered'))
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) return
  await getDelivery(db, publisherId, id)
  throw new AppError('conflict', 'This delivery has arrived already')
}

function selectDeliveries(db: Db, publisherId: number) {
  return db
    .selectFrom('delivery')
    .innerJoin('notification', (join) =>
      join
        .onRef('notification.publisher_id', '=', 'delivery.publisher_id')
        .onRef('notification.id', '=', 'delivery.notification_id'),
    )
    .select([
      'delivery.id',
      'delivery.notification_id',
      'delivery.callback_id',
      'delivery.state',
      'delivery.due_at',
      'delivery.attempts',
      'delivery.created',
      'notification.kind',
    ])
    .where('delivery.publisher_id', '=', publisherId)
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    notificationId: row.notification_id,
    callbackId: row.callback_id,
    kind: row.kind,
    state: row.state,
    dueAt: row.due_at,
    attempts: row.attempts,
    created: row.created,
  }
}
