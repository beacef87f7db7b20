import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { Callback } from './callback.ts'
import { getCallback, listCallbacks } from './callback-store.ts'
import type { DeliveryState } from './delivery.ts'

const HEALTH_DAYS = 30
/** The number of the newest deliveries that are counted. */
const HEALTH_DELIVERIES = 10_000
const DAY_MS = 86_400_000

/** The states of the latest deliveries, by UTC day and by callback. */
export interface DeliveryHealth {
  /** The oldest first; the last one is today. With `more`, days that were not counted to the end are left out. */
  days: DeliveryDay[]
  callbacks: CallbackHealth[]
  /** True if there are more than are counted. */
  more: boolean
}

export interface DeliveryDay extends Record<DeliveryState, number> {
  /** YYYY-MM-DD. */
  day: string
}

export interface CallbackHealth extends Record<DeliveryState, number> {
  callback: Callback
  /** The last attempt of the newest undelivered delivery that has one. */
  lastFailure: { at: number; status: number | null; error: string } | null
}

/**
 * Counts the newest deliveries of the last 30 days with today, to all callbacks or to one. Throws NotFound for an
 * unknown callback.
 */
export async function readDeliveryHealth(
  db: Db,
  publisherId: number,
  callbackId: string | undefined,
  now: number,
): Promise<DeliveryHealth> {
  const callbacks = callbackId
    ? [await getCallback(db, publisherId, callbackId)]
    : await listCallbacks(db, publisherId)
  const today = Math.floor(now / DAY_MS)
  const first = today - HEALTH_DAYS + 1
  const rows = await countNewest(db, publisherId, callbackId, first * DAY_MS)
  const failing = rows.flatMap((row) => row.failing ?? [])
  const failures = await lastAttempts(db, publisherId, failing)
  const more = rows.reduce((sum, { count }) => sum + count, 0) >= HEALTH_DELIVERIES
  const oldest = Math.min(...rows.map(({ day }) => day))
  const from = more && oldest < today ? oldest + 1 : first
  return {
    days: Array.from({ length: today - from + 1 }, (_, index) => from + index).map((day) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      ...sumByState(rows.filter((row) => row.day === day)),
    })),
    callbacks: callbacks.map((callback) => {
      const own = rows.filter((row) => row.callbackId === callback.id)
      const newest = own
        .flatMap((row) => row.failing ?? [])
        .toSorted()
        .at(-1)
      return { callback, ...sumByState(own), lastFailure: (newest && failures.get(newest)) || null }
    }),
    more,
  }
}

interface Counted {
  callbackId: string
  state: DeliveryState
  /** Days since 1970. */
  day: number
  count: number
  /** The newest failed delivery: ids rise with time. */
  failing: string | null
}

function sumByState(rows: Counted[]): Record<DeliveryState, number> {
  const of = (state: DeliveryState) =>
    rows.filter((row) => row.state === state).reduce((sum, { count }) => sum + count, 0)
  return { delivered: of('delivered'), failed: of('failed'), waiting: of('waiting') }
}

/** Counts by callback, state and UTC day. `since`: epoch ms. */
async function countNewest(
  db: Db,
  publisherId: number,
  callbackId: string | undefined,
  since: number,
): Promise<Counted[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery')
        .select([
          'id',
          'callback_id',
          'state',
          'attempts',
          sql<number>`created / ${sql.lit(DAY_MS)}`.as('day'),
        ])
        .where('publisher_id', '=', publisherId)
        .$if(callbackId !== undefined, (query) => query.where('callback_id', '=', callbackId!))
        .where('created', '>=', since)
        .orderBy('created', 'desc')
        .orderBy('id', 'desc')
        .limit(HEALTH_DELIVERIES)
        .as('newest'),
    )
    .select([
      'callback_id',
      'state',
      'day',
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<string | null>`max(case when state <> 'delivered' and attempts > 0 then id end)`.as('failing'),
    ])
    .groupBy(['callback_id', 'state', 'day'])
    .execute()
  return rows.map(({ callback_id, state, day, count, failing }) => ({
    ...{ callbackId: callback_id, state, day: Number(day), count: Number(count), failing },
  }))
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
