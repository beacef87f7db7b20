import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { DeliveryState } from './delivery.ts'
import type { Notification } from './notification.ts'

/** What was told of one subscriber, and how far that got. */
export interface ToldNotification {
  id: string
  kind: Notification['kind']
  /** Epoch ms. */
  created: number
  deliveries: { id: string; callbackId: string; state: DeliveryState }[]
}

/** The newest first. */
export async function listNotificationsOf(
  db: Db,
  publisherId: number,
  subscriberId: string,
  limit: number,
): Promise<ToldNotification[]> {
  const rows = await selectOf(db, publisherId, subscriberId)
    .select(['id', 'kind', 'created'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const deliveries = await db
    .selectFrom('delivery')
    .select(['id', 'notification_id', 'callback_id', 'state'])
    .where('publisher_id', '=', publisherId)
    .where(
      inList(
        db,
        'notification_id',
        rows.map((row) => row.id),
      ),
    )
    .orderBy('id')
    .execute()
  const byNotification = Map.groupBy(deliveries, (delivery) => delivery.notification_id)
  return rows.map((row) => ({
    ...row,
    deliveries: (byNotification.get(row.id) ?? []).map(({ id, callback_id, state }) => ({
      id,
      callbackId: callback_id,
      state,
    })),
  }))
}

/** One page of the bodies that told of a subscriber, oldest first. `after`: the id of the last one seen. */
export async function listPayloadsOf(
  db: Db,
  publisherId: number,
  subscriberId: string,
  after: string,
  limit: number,
): Promise<Notification[]> {
  return selectOf(db, publisherId, subscriberId)
    .select(['id', 'kind', 'payload', 'created'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes all that told of a subscriber, with its deliveries, arrived or not. */
export async function deleteNotificationsOf(
  tx: Db,
  publisherId: number,
  subscriberId: string,
): Promise<void> {
  await tx
    .deleteFrom('notification')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

export async function hasWaitingDeliveries(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('delivery')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('notification_id', 'in', selectOf(db, publisherId, subscriberId).select('id'))
    .where('state', '=', sql.lit('waiting'))
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/**
 * Takes out of what is kept of a subscriber's notifications all but the `svc_id`, the time and what happened: so
 * that they keep their places for who catches up. What receivers answered may repeat it, and goes too.
 */
export async function stripNotificationsOf(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  const kept = await selectOf(tx, publisherId, subscriberId).select(['id', 'payload']).execute()
  for (const { id, payload } of kept) {
    await tx
      .updateTable('notification')
      .set({ payload: stripPayload(payload) })
      .where('publisher_id', '=', publisherId)
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('delivery_attempt')
      .set({ answer: '' })
      .where('publisher_id', '=', publisherId)
      .where('delivery_id', 'in', (eb) =>
        eb
          .selectFrom('delivery')
          .select('id')
          .where('publisher_id', '=', publisherId)
          .where('notification_id', '=', id),
      )
      .execute()
  }
}

function stripPayload(payload: string): string {
  const { svcId, timestamp, action } = JSON.parse(payload) as Record<string, string>
  return JSON.stringify({ svcId, email: '', timestamp, reference: '', action })
}

function selectOf(db: Db, publisherId: number, subscriberId: string) {
  return db
    .selectFrom('notification')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
}
