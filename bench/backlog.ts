import type { DatabaseConfig } from '../src/config.ts'
import { type Db, openDatabase } from '../src/db/database.ts'
import { type ColumnType, insertMany } from '../src/db/insert-many.ts'
import type { DeliveryTable, NotificationTable } from '../src/db/tables/webhook.ts'
import { newId } from '../src/ids.ts'

/** Rows stored in one transaction. */
const PORTION = 5000

const NOTIFICATION = {
  publisher_id: 'integer',
  id: 'text',
  kind: 'text',
  revision: 'bigint',
  subscriber_id: 'text',
  payload: 'text',
  created: 'bigint',
} satisfies Record<keyof NotificationTable, ColumnType>

const DELIVERY = {
  publisher_id: 'integer',
  id: 'text',
  notification_id: 'text',
  callback_id: 'text',
  state: 'text',
  due_at: 'bigint',
  attempts: 'integer',
  first_attempt_at: 'bigint',
  created: 'bigint',
} satisfies Record<keyof DeliveryTable, ColumnType>

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
  const rows = indexes.map((index) => ({ index, notificationId: newId(now), deliveryId: newId(now) }))
  await insertMany(
    tx,
    'notification',
    NOTIFICATION,
    rows.map(({ notificationId }) => [publisherId, notificationId, 'subscribe', 0, null, payload(now), now]),
  )
  await insertMany(
    tx,
    'delivery',
    DELIVERY,
    rows.map(({ index, notificationId, deliveryId }) => {
      const callbackId = callbackIds[index % callbackIds.length]
      return [publisherId, deliveryId, notificationId, callbackId, 'waiting', now, 0, null, now]
    }),
  )
}

/** As the widget's subscribers have it: two calendars and a name. */
function payload(now: number): string {
  const id = newId(now)
  return JSON.stringify({
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
  })
}
