import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertAll } from '../db/insert-many.ts'
import type { Revision } from '../publishers/revision.ts'
import { emailKey, type Subscriber } from './subscriber.ts'

const COLUMNS = {
  publisher_id: 'integer',
  id: 'text',
  email: 'text',
  email_key: 'text',
  active: 'integer',
  ended_at: 'bigint',
  private_calendar_id: 'text',
  rotations: 'text',
  reminders: 'text',
  reminders_at: 'bigint',
  profile: 'text',
  source: 'text',
  widget_id: 'text',
  revision: 'bigint',
  revision_at: 'bigint',
  created: 'bigint',
  modified: 'bigint',
} as const
const SUBSCRIPTION_COLUMNS = {
  publisher_id: 'integer',
  subscriber_id: 'text',
  calendar_id: 'text',
  created: 'bigint',
} as const

/** What is known of whom a table names, by the key of the e-mail and by id. */
export interface Known {
  byId: Map<string, { id: string; emailKey: string }>
  byEmail: Map<string, { id: string; emailKey: string }>
  /** Ids of people who were erased. */
  erased: Set<string>
}

export async function findKnown(
  db: Db,
  publisherId: number,
  ids: string[],
  emailKeys: string[],
): Promise<Known> {
  const select = () =>
    db.selectFrom('subscriber').select(['id', 'email_key']).where('publisher_id', '=', publisherId)
  const byId = await select()
    .where(inList(db, 'id', ids))
    .execute()
  const byEmail = await select()
    .where(inList(db, 'email_key', emailKeys))
    .execute()
  const erased = await db
    .selectFrom('erased_subscriber')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  const toKnown = (row: { id: string; email_key: string }) => ({ id: row.id, emailKey: row.email_key })
  return {
    byId: new Map(byId.map((row) => [row.id, toKnown(row)])),
    byEmail: new Map(byEmail.map((row) => [row.email_key, toKnown(row)])),
    erased: new Set(erased.map(({ id }) => id)),
  }
}

/** Inserts people nobody is yet, with their subscriptions. */
export async function insertSubscribers(
  tx: Db,
  publisherId: number,
  people: { subscriber: Subscriber; calendarIds: string[] }[],
  revision: Revision,
): Promise<void> {
  const rows = people.map(({ subscriber }) => [
    publisherId,
    subscriber.id,
    subscriber.email,
    emailKey(subscriber.email),
    subscriber.active ? 1 : 0,
    subscriber.endedAt,
    subscriber.privateCalendarId,
    JSON.stringify(subscriber.rotations),
    null,
    0,
    JSON.stringify(subscriber.profile),
    subscriber.source,
    subscriber.widgetId,
    revision.number,
    revision.at,
    subscriber.created,
    subscriber.modified,
  ])
  await insertAll(tx, 'subscriber', COLUMNS, rows)
  const subscriptions = people.flatMap(({ subscriber, calendarIds }) =>
    calendarIds.map((calendarId) => [publisherId, subscriber.id, calendarId, subscriber.created]),
  )
  await insertAll(tx, 'subscription', SUBSCRIPTION_COLUMNS, subscriptions)
}
