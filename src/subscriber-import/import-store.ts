import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertAll } from '../db/insert-many.ts'
import type { Revision } from '../revisions/revision.ts'
import type { FeedLink } from '../subscribers/feed-link.ts'
import { insertLinks } from '../subscribers/link-store.ts'
import type { Subscriber } from '../subscribers/subscriber.ts'
import { toRow } from '../subscribers/subscriber-store.ts'

const COLUMNS = {
  publisher_id: 'integer',
  id: 'text',
  email: 'text',
  email_key: 'text',
  active: 'integer',
  ended_at: 'bigint',
  private_calendar_id: 'text',
  reminders: 'text',
  reminders_at: 'bigint',
  profile: 'text',
  source: 'text',
  widget_id: 'text',
  confirmed_at: 'bigint',
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

/** Existing subscribers that rows of a table refer to, by e-mail key and by id. */
export interface ExistingSubscribers {
  byId: Map<string, { id: string; emailKey: string }>
  byEmail: Map<string, { id: string; emailKey: string }>
  /** Ids of subscribers who were erased. */
  erased: Set<string>
}

export async function findExisting(
  db: Db,
  publisherId: number,
  ids: string[],
  emailKeys: string[],
): Promise<ExistingSubscribers> {
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
  const toExisting = (row: { id: string; email_key: string }) => ({ id: row.id, emailKey: row.email_key })
  return {
    byId: new Map(byId.map((row) => [row.id, toExisting(row)])),
    byEmail: new Map(byEmail.map((row) => [row.email_key, toExisting(row)])),
    erased: new Set(erased.map(({ id }) => id)),
  }
}

/** Inserts new subscribers with their subscriptions, and a link each. */
export async function insertSubscribers(
  tx: Db,
  publisherId: number,
  people: { subscriber: Subscriber; calendarIds: string[]; link: FeedLink }[],
  revision: Revision,
): Promise<void> {
  const rows = people.map(({ subscriber }) => ({
    ...toRow(subscriber, revision),
    created: subscriber.created,
    modified: subscriber.modified,
  }))
  await insertAll(tx, 'subscriber', COLUMNS, rows)
  const subscriptions = people.flatMap(({ subscriber, calendarIds }) =>
    calendarIds.map((calendarId) => ({
      publisher_id: publisherId,
      subscriber_id: subscriber.id,
      calendar_id: calendarId,
      created: subscriber.created,
    })),
  )
  await insertAll(tx, 'subscription', SUBSCRIPTION_COLUMNS, subscriptions)
  await insertLinks(
    tx,
    people.map(({ link }) => link),
  )
}
