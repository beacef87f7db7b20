import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { insertAll } from '../db/insert-many.ts'
import type { NotificationTable } from '../db/tables/webhook.ts'
import { newId } from '../ids.ts'
import { pause } from '../pause.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import type { Revision } from '../revisions/revision.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'
import { listCallbacks } from './callback-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import type { NotificationKind, Payload } from './kinds.ts'
import { type Notification, subscriberOf } from './notification.ts'

const SLICE = 5000
const COLUMNS = {
  publisher_id: 'integer',
  id: 'text',
  kind: 'text',
  revision: 'bigint',
  subscriber_id: 'text',
  payload: 'text',
  created: 'bigint',
} as const
const KEPT_MS = 90 * 86_400_000

/** Records a notification, like `recordNotifications`. */
export async function recordNotification<Kind extends NotificationKind>(
  tx: Db,
  publisherId: number,
  kind: Kind,
  payload: Payload<Kind>,
  revision: Revision,
): Promise<void> {
  await recordNotifications(tx, publisherId, kind, [payload], revision)
}

/**
 * Records notifications of one kind, and for each a delivery to each callback that wants it. It runs in the transaction
 * of the change, so that neither exists without the other.
 */
export async function recordNotifications<Kind extends NotificationKind>(
  tx: Db,
  publisherId: number,
  kind: Kind,
  payloads: Payload<Kind>[],
  revision: Revision,
): Promise<void> {
  if (payloads.length === 0) return
  const notifications = payloads.map((payload) => {
    return {
      id: newId(revision.at),
      kind,
      payload,
      created: revision.at,
      subscriberId: subscriberOf(payload),
    }
  })
  await insertNotifications(tx, publisherId, notifications, revision.number)
  const callbacks = await listCallbacks(tx, publisherId)
  const interested = callbacks.filter((callback) => callback.active && callback.kinds.includes(kind))
  const deliveries = notifications.flatMap(({ id }) =>
    interested.map((callback) => ({ notificationId: id, callbackId: callback.id })),
  )
  // `revision.at` never goes back. If the clock does, deliveries with that time would wait until it catches up.
  await insertDeliveries(tx, publisherId, deliveries, revision.now)
}

/** A notification of any kind, also of one that lists don't show. */
export interface NewNotification extends Omit<Notification, 'kind'> {
  kind: NotificationTable['kind']
  subscriberId: string | null
}

export async function insertNotifications(
  tx: Db,
  publisherId: number,
  notifications: NewNotification[],
  revision: number,
): Promise<void> {
  const rows = notifications.map(({ id, kind, payload, created, subscriberId }) => ({
    ...{ publisher_id: publisherId, id, kind, revision, subscriber_id: subscriberId },
    ...{ payload: JSON.stringify(payload), created },
  }))
  await insertAll(tx, 'notification', COLUMNS, rows)
}

/**
 * Lists the notifications after the one with the id `after`, in the order in which they were committed, so that a
 * caller that passes the last id it has misses none. An empty `after` starts with the oldest.
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
  // The notification is no longer kept. Ids begin with their time, so newer notifications have greater ids.
  else if (after) query = query.where('id', '>', after)
  const rows = await query.orderBy('revision').orderBy('id').limit(limit).execute()
  return rows.map(toNotification)
}

/**
 * Lists the ids of up to `limit` notifications of some kinds, created in a time range (epoch ms, both inclusive), in
 * the order in which they were committed. It reads in slices, so that other requests run in between.
 */
export async function listNotificationIds(
  db: Db,
  publisherId: number,
  kinds: NotificationKind[],
  from: number,
  to: number,
  limit: number,
): Promise<string[]> {
  const wanted: string[] = kinds
  const matches: { id: string; revision: number }[] = []
  // The time in an id is the creation time, or a later one after the clock was set back.
  for (let after = Math.max(0, from).toString(16).padStart(12, '0'); ; await pause()) {
    const rows = await db
      .selectFrom('notification')
      .select(['id', 'revision', 'created', 'kind'])
      .where('publisher_id', '=', publisherId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute()
    matches.push(
      ...rows.filter(({ kind, created }) => wanted.includes(kind) && created >= from && created <= to),
    )
    if (rows.length < SLICE || matches.length >= limit) break
    after = rows.at(-1)!.id
  }
  const inOrder = matches.sort((a, b) => a.revision - b.revision || (a.id < b.id ? -1 : 1))
  return inOrder.slice(0, limit).map(({ id }) => id)
}

/** Deletes up to `limit` notifications from before `before` (epoch ms), with their deliveries. Returns their number. */
async function deleteOldNotifications(
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

/** Deletes notifications after 90 days with their deliveries, in small steps so that others can write in between. */
export async function sweepNotifications(
  { db, now }: { db: Db; now: () => number },
  signal: AbortSignal,
): Promise<void> {
  const before = now() - KEPT_MS
  await eachPublisher(db, signal, (publisherId) =>
    inSteps(signal, () => deleteOldNotifications(db, publisherId, before, AT_ONCE)),
  )
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

/** Reads a row of any kind but `test`. */
export function toNotification(
  row: Pick<Selectable<NotificationTable>, 'id' | 'kind' | 'payload' | 'created'>,
): Notification {
  const { id, kind, payload, created } = row
  return { id, kind: kind as NotificationKind, payload: JSON.parse(payload) as Payload, created }
}
