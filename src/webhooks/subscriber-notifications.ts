import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { DeliveryState } from './delivery.ts'
import type { NotificationKind } from './kinds.ts'
import { type Notification, withoutPersonalData } from './notification.ts'
import { toNotification } from './notification-store.ts'

/** A notification with the state of its deliveries. */
export interface TrackedNotification extends Omit<Notification, 'payload'> {
  deliveries: { id: string; callbackId: string; state: DeliveryState }[]
}

/** Lists the notifications with data of a subscriber, the newest first. */
export async function listNotificationsOf(
  db: Db,
  publisherId: number,
  subscriberId: string,
  limit: number,
): Promise<TrackedNotification[]> {
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
  return rows.map(({ id, kind, created }) => ({
    id,
    kind: kind as NotificationKind,
    created,
    deliveries: (byNotification.get(id) ?? []).map(({ id, callback_id, state }) => ({
      id,
      callbackId: callback_id,
      state,
    })),
  }))
}

/** Lists a page of the same with their payloads, oldest first. `after`: the id of the last one on the page before. */
export async function listPayloadsOf(
  db: Db,
  publisherId: number,
  subscriberId: string,
  after: string,
  limit: number,
): Promise<Notification[]> {
  const rows = await selectOf(db, publisherId, subscriberId)
    .select(['id', 'kind', 'payload', 'created'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toNotification)
}

/** Deletes the notifications with data of a subscriber, and their deliveries in any state. */
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
 * Empties the payloads with data of a subscriber, except for ids and times. The notifications stay in the list for
 * publishers that catch up. Answers of receivers may repeat a payload, so they are emptied too.
 */
export async function stripNotificationsOf(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  const rows = await selectOf(tx, publisherId, subscriberId)
    .select(['id', 'kind', 'payload', 'created'])
    .execute()
  for (const { id, kind, payload } of rows.map(toNotification)) {
    await tx
      .updateTable('notification')
      .set({ payload: JSON.stringify(withoutPersonalData(kind, payload)) })
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

function selectOf(db: Db, publisherId: number, subscriberId: string) {
  return db
    .selectFrom('notification')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
}
