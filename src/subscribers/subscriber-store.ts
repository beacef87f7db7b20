import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { SubscriberTable } from '../db/tables/subscriber.ts'
import { AppError, notFound } from '../errors.ts'
import type { Revision } from '../revisions/revision.ts'
import { emailKey, type Profile, type Source, type Subscriber } from './subscriber.ts'

export async function findSubscriber(
  db: Db,
  publisherId: number,
  id: string,
): Promise<Subscriber | undefined> {
  return find(db, publisherId, 'id', id)
}

export async function findSubscriberByEmail(db: Db, publisherId: number, email: string) {
  return find(db, publisherId, 'email_key', emailKey(email))
}

/** Finds a subscriber, active or not. */
export async function getSubscriber(db: Db, publisherId: number, id: string): Promise<Subscriber> {
  const subscriber = await findSubscriber(db, publisherId, id)
  if (!subscriber) throw notFound('Subscriber', id)
  return subscriber
}

/** Lists subscribers in the order of the ids; unknown ids are left out. */
export async function listSubscribersById(db: Db, publisherId: number, ids: string[]): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('subscriber')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toSubscriber)
}

/** Finds an active subscriber. Throws `not_found`, or `forbidden` after unsubscribing. */
export async function getActiveSubscriber(db: Db, publisherId: number, id: string): Promise<Subscriber> {
  const subscriber = await findSubscriber(db, publisherId, id)
  if (!subscriber) throw notFound('Subscriber', id)
  if (!subscriber.active) throw new AppError('forbidden', 'subscriber is not active')
  return subscriber
}

/** Returns the ids of subscribers by their private calendars. */
export async function findOwners(
  db: Db,
  publisherId: number,
  privateCalendarIds: string[],
): Promise<Map<string, string>> {
  if (privateCalendarIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('subscriber')
    .select(['id', 'private_calendar_id'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'private_calendar_id', privateCalendarIds))
    .execute()
  return new Map(rows.map((row) => [row.private_calendar_id, row.id]))
}

/** Returns whether a calendar is a subscriber's private calendar. */
export async function ownsPrivateCalendar(db: Db, publisherId: number, calendarId: string): Promise<boolean> {
  return (await find(db, publisherId, 'private_calendar_id', calendarId)) !== undefined
}

/** True if a private calendar is that of a subscriber who has not unsubscribed. */
export async function isOwnerActive(db: Db, publisherId: number, calendarId: string): Promise<boolean> {
  return (await find(db, publisherId, 'private_calendar_id', calendarId))?.active ?? false
}

export interface Recipient {
  active: boolean
  privateCalendarId: string
  /** Number of private events, drafts and past ones included, counted up to the given limit. */
  events: number
}

/** Returns the recipients of a batch by `svc_id`; unknown ids are left out. */
export async function findRecipients(
  db: Db,
  publisherId: number,
  ids: string[],
  countedTo: number,
): Promise<Map<string, Recipient>> {
  const rows = await db
    .selectFrom('subscriber as s')
    .select((eb) => [
      's.id',
      's.active',
      's.private_calendar_id',
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('event as e')
            .select(sql<number>`1`.as('one'))
            .where('e.publisher_id', '=', publisherId)
            .whereRef('e.calendar_id', '=', 's.private_calendar_id')
            .limit(countedTo)
            .as('some'),
        )
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('events'),
    ])
    .where('s.publisher_id', '=', publisherId)
    .where(inList(db, 's.id', ids))
    .execute()
  return new Map(
    rows.map(({ id, active, private_calendar_id, events }) => [
      id,
      { active: active === 1, privateCalendarId: private_calendar_id, events: Number(events) },
    ]),
  )
}

/** Inserts a subscriber. Returns false if the e-mail address exists. */
export async function insertSubscriber(tx: Db, subscriber: Subscriber, revision: Revision): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscriber')
    .values(toRow(subscriber, revision))
    .onConflict((conflict) => conflict.columns(['publisher_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateSubscriber(tx: Db, subscriber: Subscriber, revision: Revision): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({
      ...toColumns(subscriber),
      revision: revision.number,
      revision_at: revision.at,
      modified: revision.at,
    })
    .where('publisher_id', '=', subscriber.publisherId)
    .where('id', '=', subscriber.id)
    .execute()
}

/** Notes that a subscriber proved the address. Feeds don't show it. */
export async function markConfirmed(tx: Db, publisherId: number, id: string, at: number): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({ confirmed_at: at })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/**
 * Gives a subscriber a new address, which was proved. Alerts that were refused at the old one are on again. Feeds show
 * nothing of it. The caller has made sure that no other subscriber has the address.
 */
export async function setEmail(
  tx: Db,
  publisherId: number,
  id: string,
  email: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({
      ...{ email, email_key: emailKey(email), confirmed_at: at, modified: at, mail_refusals: 0 },
      alerts: sql<string>`case when alerts = 'refused' then 'on' else alerts end`,
    })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Returns the language in which a subscriber uses the pages; empty if it is unknown. */
export async function findLanguage(db: Db, publisherId: number, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select('language')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.language
}

/** Remembers the language in which a subscriber uses the pages. The feed has words in it. */
export async function noteLanguage(
  tx: Db,
  publisherId: number,
  id: string,
  language: string,
  revision: Revision,
): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({ language, revision: revision.number, revision_at: revision.at })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('language', '<>', language)
    .execute()
}

/** Deletes a subscriber with subscriptions and feed reads, but without private events. */
export async function deleteSubscriber(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('subscriber').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

/**
 * Marks the owners of private calendars as changed. Only deletions need this: added and changed events have a
 * revision themselves.
 */
export async function touchOwners(
  tx: Db,
  publisherId: number,
  privateCalendarIds: string[],
  revision: Revision,
): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({ revision: revision.number, revision_at: revision.at })
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'private_calendar_id', privateCalendarIds))
    .execute()
}

async function find(
  db: Db,
  publisherId: number,
  column: 'id' | 'email_key' | 'private_calendar_id',
  value: string,
): Promise<Subscriber | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(column, '=', value)
    .executeTakeFirst()
  return row && toSubscriber(row)
}

/** Returns the row of a new subscriber. */
export function toRow(subscriber: Subscriber, revision: Revision): Insertable<SubscriberTable> {
  return {
    ...toColumns(subscriber),
    publisher_id: subscriber.publisherId,
    id: subscriber.id,
    private_calendar_id: subscriber.privateCalendarId,
    revision: revision.number,
    revision_at: revision.at,
    created: revision.at,
    modified: revision.at,
  }
}

type StoredColumns = Omit<
  Insertable<SubscriberTable>,
  'publisher_id' | 'id' | 'private_calendar_id' | 'revision' | 'revision_at' | 'created' | 'modified'
>

function toColumns(subscriber: Subscriber): StoredColumns {
  return {
    email: subscriber.email,
    email_key: emailKey(subscriber.email),
    active: subscriber.active ? 1 : 0,
    ended_at: subscriber.endedAt,
    reminders: subscriber.reminders && JSON.stringify(subscriber.reminders),
    reminders_at: subscriber.remindersAt,
    profile: JSON.stringify(subscriber.profile),
    source: subscriber.source,
    widget_id: subscriber.widgetId,
    confirmed_at: subscriber.confirmedAt,
  }
}

function toSubscriber(row: Selectable<SubscriberTable>): Subscriber {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    email: row.email,
    active: row.active === 1,
    endedAt: row.ended_at,
    privateCalendarId: row.private_calendar_id,
    reminders: row.reminders === null ? null : (JSON.parse(row.reminders) as string[]),
    remindersAt: row.reminders_at,
    profile: JSON.parse(row.profile) as Profile,
    source: row.source as Source,
    widgetId: row.widget_id,
    confirmedAt: row.confirmed_at,
    created: row.created,
    modified: row.modified,
  }
}
