import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertAll } from '../db/insert-many.ts'
import type { Revision } from '../revisions/revision.ts'
import { findErasedIds } from '../subscribers/erased-store.ts'
import type { FeedLink } from '../subscribers/feed-link.ts'
import { insertLinks } from '../subscribers/link-store.ts'
import type { Subscriber } from '../subscribers/subscriber.ts'
import { insertSubscribers } from '../subscribers/subscriber-store.ts'
import { SUBSCRIPTION_COLUMNS } from '../subscribers/subscription-store.ts'

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
  const toExisting = (row: { id: string; email_key: string }) => ({ id: row.id, emailKey: row.email_key })
  return {
    byId: new Map(byId.map((row) => [row.id, toExisting(row)])),
    byEmail: new Map(byEmail.map((row) => [row.email_key, toExisting(row)])),
    erased: await findErasedIds(db, publisherId, ids),
  }
}

/** Inserts new subscribers with their subscriptions, and a link each. */
export async function insertPeople(
  tx: Db,
  publisherId: number,
  people: { subscriber: Subscriber; calendarIds: string[]; link: FeedLink }[],
  revision: Revision,
): Promise<void> {
  const subscribers = people.map(({ subscriber }) => subscriber)
  await insertSubscribers(tx, subscribers, revision)
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
