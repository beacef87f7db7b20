import { setImmediate as breath } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Revision } from '../publishers/revision.ts'
import { listCallbacks } from './callback-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import type { Notification, NotificationKind } from './notification.ts'

const SLICE = 5000

/**
 * Records what happened, and that every callback that wants to hear of it is to be told, in the transaction
 * of the change itself: neither can be there without the other.
 */
export async function recordNotification(
  tx: Db,
  publisherId: number,
  kind: NotificationKind,
  payload: { svcId: string },
  revision: Revision,
): Promise<void> {
  const id = newId(revision.at)
  const notification = { id, kind, payload: JSON.stringify(payload), created: revision.at }
  await insertNotification(tx, publisherId, notification, revision.number, payload.svcId)
  const callbacks = await listCallbacks(tx, publisherId)
  const wanting = callbacks.filter((callback) => callback.active && callback.kinds.includes(kind))
  const deliveries = wanting.map((callback) => ({ notificationId: id, callbackId: callback.id }))
  // By the clock, or deliveries would wait until it is where it once was.
  await insertDeliveries(tx, publisherId, deliveries, revision.now)
}

export async function insertNotification(
  tx: Db,
  publisherId: number,
  { id, kind, payload, created }: Notification,
  revision: number,
  subscriberId: string | null,
): Promise<void> {
  await tx
    .insertInto('notification')
    .values({ publisher_id: publisherId, id, kind, revision, subscriber_id: subscriberId, payload, created })
    .execute()
}

/**
 * Notifications after the one of this id, oldest first, in the order in which they were committed: who asks
 * again with the last id it got misses none. `after` empty: from the beginning of what is kept.
 */
export async function listNotificationsAfter(
  db: Db,
  publisherId: number,
  after: string,
  limit: number,
): Promise<Notification[]> {
  let query = selectNotifications(db, publisherId)
  const seen = after ? await findPlace(db, publisherId, after) : undefined
  if (seen) query = query.where(sql<boolean>`(revision, id) > (${seen.revision}, ${seen.id})`)
  // No longer kept: ids begin with their time, so what is newer still comes.
  else if (after) query = query.where('id', '>', after)
  return query.orderBy('revision').orderBy('id').limit(limit).execute()
}

/**
 * The ids of up to `limit` notifications made in a time range (epoch ms, both inclusive), in the order in which they
 * were committed. Looked for in slices, so that others get their turn.
 */
export async function listNotificationIds(
  db: Db,
  publisherId: number,
  from: number,
  to: number,
  limit: number,
): Promise<string[]> {
  const found: { id: string; revision: number }[] = []
  // An id is made of the time or, where the clock was set back, of a later one: never of an earlier one.
  for (let after = Math.max(0, from).toString(16).padStart(12, '0'); ; await breath()) {
    const rows = await db
      .selectFrom('notification')
      .select(['id', 'revision', 'created', 'kind'])
      .where('publisher_id', '=', publisherId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute()
    found.push(...rows.filter(({ kind, created }) => kind !== 'test' && created >= from && created <= to))
    if (rows.length < SLICE || found.length >= limit) break
    after = rows.at(-1)!.id
  }
  const inOrder = found.sort((a, b) => a.revision - b.revision || (a.id < b.id ? -1 : 1))
  return inOrder.slice(0, limit).map(({ id }) => id)
}

/** Forgets up to `limit` notifications made before an instant (epoch ms), with their deliveries; answers how many. */
export async function deleteOldNotifications(
  db: Db,
  publisherId: number,
  before: number,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom('notification')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('created', '<', before)
    .orderBy('id')
    .limit(limit)
  const result = await db
    .deleteFrom('notification')
    .where('publisher_id', '=', publisherId)
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

function selectNotifications(db: Db, publisherId: number) {
  return db
    .selectFrom('notification')
    .select(['id', 'kind', 'payload', 'created'])
    .where('publisher_id', '=', publisherId)
    .where('kind', '!=', 'test')
}

async function findPlace(db: Db, publisherId: number, id: string) {
  return db
    .selectFrom('notification')
    .select(['revision', 'id'])
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
}
