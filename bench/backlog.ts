import type { DatabaseConfig } from '../src/config.ts'
import { type Db, openDatabase } from '../src/db/database.ts'
import { newId } from '../src/ids.ts'
import { insertDeliveries } from '../src/webhooks/delivery-store.ts'
import { insertNotifications } from '../src/webhooks/notification-store.ts'

/** Rows stored in one transaction. */
const PORTION = 5000

/** Stores notifications of subscriptions that are due, dealt out to the callbacks; a service may run beside it. */
export async function fillBacklog(
  config: DatabaseConfig,
  publisherId: number,
  callbackIds: string[],
  count: number,
): Promise<void> {
  const database = await openDatabase(config)
  for (let from = 0; from < count; from += PORTION) {
    const indexes = Array.from({ length: Math.min(PORTION, count - from) }, (_, i) => from + i)
    await database.db.transaction().execute((tx) => insertPortion(tx, publisherId, callbackIds, indexes))
  }
  await database.close()
}

async function insertPortion(
  tx: Db,
  publisherId: number,
  callbackIds: string[],
  indexes: number[],
): Promise<void> {
  const now = Date.now()
  const deliveries = indexes.map((index) => ({
    notificationId: newId(now),
    callbackId: callbackIds[index % callbackIds.length]!,
  }))
  const notifications = deliveries.map(({ notificationId: id }) => {
    return { id, kind: 'subscribe', payload: payload(now), created: now, subscriberId: null }
  })
  await insertNotifications(tx, publisherId, notifications, 0)
  await insertDeliveries(tx, publisherId, deliveries, now)
}

/** As the widget's subscribers have it: two calendars and a name. */
function payload(now: number) {
  const id = newId(now)
  return {
    svcId: id,
    email: `${id}@example.com`,
    timestamp: String(Math.floor(now / 1000)),
    first_name: 'Zoë',
    last_name: 'Brönnimann',
    country: 'CH',
    reference: `crm-${id}`,
    calendarIds: { 0: newId(now), 1: newId(now) },
    calendarNames: ['City Rugby, first team', 'City Rugby, women'],
    calendarReferences: ['rugby-first', 'rugby-women'],
  }
}
