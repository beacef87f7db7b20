import { type RawBuilder, sql } from 'kysely'
import { type Counted, countUpTo } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { type ColumnType, insertMany } from '../db/insert-many.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Attempt, Delivery, DeliveryState } from './delivery.ts'
import type { Payload } from './kinds.ts'

const ROWS_AT_ONCE = 500
const COLUMNS: Record<string, ColumnType> = {
  publisher_id: 'integer',
  id: 'text',
  notification_id: 'text',
  callback_id: 'text',
  state: 'text',
  due_at: 'bigint',
  attempts: 'integer',
  first_attempt_at: 'bigint',
  created: 'bigint',
}

/** Inserts deliveries that are due now. Returns their ids. */
export async function insertDeliveries(
  tx: Db,
  publisherId: number,
  deliveries: { notificationId: string; callbackId: string }[],
  now: number,
): Promise<string[]> {
  if (deliveries.length === 0) return []
  const ids = deliveries.map(() => newId(now))
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rows = deliveries.slice(from, from + ROWS_AT_ONCE).map(({ notificationId, callbackId }, index) => ({
      publisher_id: publisherId,
      id: ids[from + index]!,
      notification_id: notificationId,
      callback_id: callbackId,
      state: 'waiting' as const,
      due_at: now,
      attempts: 0,
      first_attempt_at: null,
      created: now,
    }))
    await insertMany(tx, 'delivery', COLUMNS, rows)
  }
  return ids
}

export interface DeliveryFilter {
  callbackId?: string
  state?: DeliveryState
  /** The range of the creation time (epoch ms), both inclusive. */
  from?: number
  to?: number
}

/** Lists deliveries, the newest first. `before`: the id of the last one on the page before; empty: the first page. */
export async function listDeliveries(
  db: Db,
  publisherId: number,
  filter: DeliveryFilter,
  before: string,
  limit: number,
): Promise<Delivery[]> {
  let query = selectDeliveries(db, publisherId).where(matches(filter))
  if (before) {
    const last = await db
      .selectFrom('delivery')
      .select('created')
      .where('publisher_id', '=', publisherId)
      .where('id', '=', before)
      .executeTakeFirst()
    if (!last) return []
    query = query.where(sql<boolean>`(delivery.created, delivery.id) < (${last.created}, ${before})`)
  }
  const rows = await query
    .orderBy('delivery.created', 'desc')
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

/** Counts deliveries up to `most`. */
export async function countDeliveries(
  db: Db,
  publisherId: number,
  filter: DeliveryFilter,
  most: number,
): Promise<Counted> {
  const some = db
    .selectFrom('delivery')
    .select('delivery.id')
    .where('delivery.publisher_id', '=', publisherId)
    .where(matches(filter))
  return countUpTo(db, some, most)
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

/** Makes a delivery due now, whatever its plan. Refuses a delivered one. */
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
  throw new AppError('conflict', 'This delivery has arrived already', { kind: 'delivery_arrived' })
}

/** The condition of a filter. Columns have the table's name, for queries that join. */
function matches({ callbackId, state, from, to }: DeliveryFilter): RawBuilder<boolean> {
  // Undelivered deliveries have a partial index. The planner uses it if the query repeats the condition of the index
  // and no other index fits the callback, so the column stands in an expression.
  const open = state === 'waiting' || state === 'failed'
  const column = open ? sql`(delivery.callback_id || '')` : sql.ref('delivery.callback_id')
  const conditions = [
    ...(callbackId ? [sql`${column} = ${callbackId}`] : []),
    ...(state ? [sql`delivery.state = ${sql.lit(state)}`] : []),
    ...(open ? [sql`delivery.state <> 'delivered'`] : []),
    ...(from === undefined ? [] : [sql`delivery.created >= ${from}`]),
    ...(to === undefined ? [] : [sql`delivery.created <= ${to}`]),
  ]
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`1 = 1`
}

function selectDeliveries(db: Db, publisherId: number) {
  return db
    .selectFrom('delivery')
    .innerJoin('notification', (join) =>
      join
        .onRef('notification.publisher_id', '=', 'delivery.publisher_id')
        .onRef('notification.id', '=', 'delivery.notification_id'),
    )
    .leftJoin('delivery_attempt as last', (join) =>
      join
        .onRef('last.publisher_id', '=', 'delivery.publisher_id')
        .onRef('last.delivery_id', '=', 'delivery.id')
        .onRef('last.number', '=', 'delivery.attempts'),
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
      'notification.payload',
      'last.at',
      'last.status',
      'last.error',
    ])
    .where('delivery.publisher_id', '=', publisherId)
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    notificationId: row.notification_id,
    callbackId: row.callback_id,
    kind: row.kind as Delivery['kind'],
    state: row.state,
    dueAt: row.due_at,
    attempts: row.attempts,
    created: row.created,
    payload: JSON.parse(row.payload) as Payload,
    last: row.at === null ? null : { at: row.at, status: row.status, error: row.error! },
  }
}
