import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { PushSubscriptionTable } from '../db/tables/push-subscription.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { PushSubscription, PushTarget } from './push-subscription.ts'

/** Returns a subscription of this subscriber, or undefined. */
export async function findPushSubscription(
  db: Db,
  publisherId: number,
  subscriberId: string,
  id: string,
): Promise<PushSubscription | undefined> {
  const row = await db
    .selectFrom('push_subscription')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst()
  return row && toSubscription(db, row)
}

/** Lists the subscriptions of these subscribers, in the order of subscribers; of each the oldest first. */
export async function listPushSubscriptions(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<PushSubscription[]> {
  const rows = await db
    .selectFrom('push_subscription')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'subscriber_id', subscriberIds))
    .orderBy('subscriber_id')
    .orderBy('created')
    .orderBy('id')
    .execute()
  return rows.map((row) => toSubscription(db, row))
}

/** Stores a subscription, in place of the one with the same endpoint, whoever's that was. */
export async function savePushSubscription(tx: Db, subscription: PushSubscription): Promise<void> {
  const row = toRow(tx, subscription)
  const { publisher_id: _, id: _id, ...values } = row
  await tx
    .insertInto('push_subscription')
    .values(row)
    .onConflict((conflict) => conflict.columns(['publisher_id', 'id']).doUpdateSet(values))
    .execute()
}

/** Notes that a push service took a message. `now`: epoch ms. */
export async function markPushSent(
  db: Db,
  { publisherId, id }: Pick<PushSubscription, 'publisherId' | 'id'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('push_subscription')
    .set({ last_sent_at: now })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

export async function deletePushSubscription(db: Db, publisherId: number, id: string): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes the subscriptions of a subscriber, and the registrations of their devices; with `linkNumber` only those that
 * were made by this link.
 */
export async function deletePushSubscriptionsOf(
  tx: Db,
  publisherId: number,
  subscriberId: string,
  linkNumber?: number,
): Promise<void> {
  for (const table of ['push_subscription', 'push_registration'] as const) {
    let query = tx
      .deleteFrom(table)
      .where('publisher_id', '=', publisherId)
      .where('subscriber_id', '=', subscriberId)
    if (linkNumber !== undefined) query = query.where('link_number', '=', linkNumber)
    await query.execute()
  }
}

function placeOf({ publisherId, id }: Pick<PushSubscription, 'publisherId' | 'id'>) {
  return ['push_subscription.target', publisherId, id]
}

function toRow(db: Db, subscription: PushSubscription): Insertable<PushSubscriptionTable> {
  return {
    publisher_id: subscription.publisherId,
    id: subscription.id,
    subscriber_id: subscription.subscriberId,
    link_number: subscription.linkNumber,
    target: sealerOf(db).seal(placeOf(subscription), JSON.stringify(subscription.target)),
    browser: subscription.browser,
    created: subscription.created,
    last_sent_at: subscription.lastSentAt,
  }
}

function toSubscription(db: Db, row: Selectable<PushSubscriptionTable>): PushSubscription {
  const identity = { publisherId: row.publisher_id, id: row.id }
  return {
    ...identity,
    subscriberId: row.subscriber_id,
    linkNumber: row.link_number,
    target: JSON.parse(sealerOf(db).open(placeOf(identity), row.target)) as PushTarget,
    browser: row.browser,
    created: row.created,
    lastSentAt: row.last_sent_at,
  }
}
