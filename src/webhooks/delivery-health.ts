import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { Callback } from './callback.ts'
import { listCallbacks } from './callback-store.ts'
import type { DeliveryState } from './delivery.ts'

const HEALTH_DAYS = 7
/** The number of the newest deliveries that are counted. */
const HEALTH_DELIVERIES = 10_000
const DAY_MS = 86_400_000

/** The states of the latest deliveries by callback. */
export interface DeliveryHealth {
  /** Older deliveries are not counted (epoch ms). */
  since: number
  /** True if there are more than are counted. */
  more: boolean
  callbacks: CallbackHealth[]
}

export interface CallbackHealth extends Record<DeliveryState, number> {
  callback: Callback
  /** The last attempt of the newest undelivered delivery that has one. */
  lastFailure: { at: number; status: number | null; error: string } | null
}

export async function readDeliveryHealth(db: Db, publisherId: number, now: number): Promise<DeliveryHealth> {
  const since = now - HEALTH_DAYS * DAY_MS
  const callbacks = await listCallbacks(db, publisherId)
  if (callbacks.length === 0) return { since, more: false, callbacks: [] }
  const counts = await countDeliveries(db, publisherId, since)
  const failures = await lastAttempts(
    db,
    publisherId,
    counts.flatMap(({ failing }) => failing ?? []),
  )
  return {
    since,
    more: counts.reduce((sum, { count }) => sum + count, 0) >= HEALTH_DELIVERIES,
    callbacks: callbacks.map((callback) => {
      const own = counts.filter((row) => row.callback_id === callback.id)
      const of = (state: DeliveryState) => own.find((row) => row.state === state)?.count ?? 0
      const failing = own
        .flatMap((row) => row.failing ?? [])
        .toSorted()
        .at(-1)
      return {
        callback,
        delivered: of('delivered'),
        failed: of('failed'),
        waiting: of('waiting'),
        lastFailure: (failing && failures.get(failing)) || null,
      }
    }),
  }
}

/** The deliveries of a UTC day by state. */
export interface DeliveryDay extends Record<DeliveryState, number> {
  /** YYYY-MM-DD. */
  day: string
}

/**
 * Counts the deliveries to a callback by UTC day and state, for the last `days` days with today, the oldest first.
 * Only the newest 10,000 are counted. `more`: there are older ones, and days that were not counted to the end are
 * left out.
 */
export async function readDeliveryDays(
  db: Db,
  publisherId: number,
  callbackId: string,
  days: number,
  now: number,
): Promise<{ days: DeliveryDay[]; more: boolean }> {
  const today = Math.floor(now / DAY_MS)
  const first = today - days + 1
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery')
        .select(['state', sql<number>`created / ${sql.lit(DAY_MS)}`.as('day')])
        .where('publisher_id', '=', publisherId)
        .where('callback_id', '=', callbackId)
        .where('created', '>=', first * DAY_MS)
        .orderBy('created', 'desc')
        .orderBy('id', 'desc')
        .limit(HEALTH_DELIVERIES)
        .as('newest'),
    )
    .select(['day', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(['day', 'state'])
    .execute()
  const more = rows.reduce((sum, { count }) => sum + Number(count), 0) >= HEALTH_DELIVERIES
  const oldest = Math.min(...rows.map(({ day }) => Number(day)))
  const from = more && oldest < today ? oldest + 1 : first
  const countOf = (day: number, state: DeliveryState) =>
    Number(rows.find((row) => Number(row.day) === day && row.state === state)?.count ?? 0)
  return {
    days: Array.from({ length: today - from + 1 }, (_, index) => from + index).map((day) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      delivered: countOf(day, 'delivered'),
      failed: countOf(day, 'failed'),
      waiting: countOf(day, 'waiting'),
    })),
    more,
  }
}

/** Counts by callback and state, with the newest failed delivery: ids rise with time. */
async function countDeliveries(db: Db, publisherId: number, since: number) {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery')
        .select(['id', 'callback_id', 'state', 'attempts'])
        .where('publisher_id', '=', publisherId)
        .where('created', '>=', since)
        .orderBy('created', 'desc')
        .orderBy('id', 'desc')
        .limit(HEALTH_DELIVERIES)
        .as('newest'),
    )
    .select([
      'callback_id',
      'state',
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<string | null>`max(case when state <> 'delivered' and attempts > 0 then id end)`.as('failing'),
    ])
    .groupBy(['callback_id', 'state'])
    .execute()
  return rows
}

/** Returns the last attempt by delivery. */
async function lastAttempts(db: Db, publisherId: number, deliveryIds: string[]) {
  const rows = await db
    .selectFrom('delivery_attempt')
    .select(['delivery_id', 'at', 'status', 'error'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'delivery_id', deliveryIds))
    .orderBy('number')
    .execute()
  return new Map(rows.map(({ delivery_id, ...attempt }) => [delivery_id, attempt]))
}
