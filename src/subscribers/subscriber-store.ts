import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertAll } from '../db/insert-many.ts'
import type { SubscriberTable } from '../db/tables/subscriber.ts'
import { type ColumnValues, updateMany } from '../db/update-many.ts'
import { AppError, notFound } from '../errors.ts'
import type { Revision } from '../revisions/revision.ts'
import { emailKey, type Profile, type Source, type Subscriber } from './subscriber.ts'

/** Those that a change sets. */
const COLUMNS = {
  email: 'text',
  email_key: 'text',
  active: 'integer',
  ended_at: 'bigint',
  reminders: 'text',
  reminders_at: 'bigint',
  profile: 'text',
  source: 'text',
  widget_id: 'text',
  confirmed_at: 'bigint',
  revision: 'bigint',
  revision_at: 'bigint',
  modified: 'bigint',
} as const
const NEW_COLUMNS = {
  publisher_id: 'integer',
  id: 'text',
  private_calendar_id: 'text',
  ...COLUMNS,
  created: 'bigint',
  language: 'text',
} as const

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

/** Returns subscribers, active or not, by the keys of their e-mails; unknown keys are left out. */
export async function findSubscribersByEmail(
  db: Db,
  publisherId: number,
  emailKeys: string[],
): Promise<Map<string, Subscriber>> {
  const rows = await db
    .selectFrom('subscriber')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'email_key', emailKeys))
    .execute()
  return new Map(rows.map((row) => [row.email_key, toSubscriber(row)]))
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

/** A new subscriber. `language`: in which the person uses the pages; empty if it is unknown. */
export type NewSubscriber = Subscriber & { language?: string }

/** Inserts subscribers. The caller has taken the revision, and made sure that nobody has their addresses and ids. */
export async function insertSubscribers(
  tx: Db,
  subscribers: NewSubscriber[],
  revision: Revision,
): Promise<void> {
  const rows = subscribers.map((subscriber) => toRow(subscriber, revision))
  await insertAll(tx, 'subscriber', NEW_COLUMNS, rows)
}

export async function updateSubscriber(tx: Db, subscriber: Subscriber, revision: Revision): Promise<void> {
  await updateSubscribers(tx, subscriber.publisherId, [subscriber], revision)
}

export async function updateSubscribers(
  tx: Db,
  publisherId: number,
  subscribers: Subscriber[],
  revision: Revision,
): Promise<void> {
  const changed = { revision: revision.number, revision_at: revision.at, modified: revision.at }
  const rows = subscribers.map((subscriber): Record<string, unknown> => ({
    ...toColumns(subscriber),
    ...changed,
  }))
  const columns = Object.entries(COLUMNS).map(([name, type]) => [
    name,
    { type, values: rows.map((row) => row[name]) },
  ])
  const ids = subscribers.map(({ id }) => id)
  await updateMany(
    tx,
    'subscriber',
    publisherId,
    ids,
    Object.fromEntries(columns) as Record<string, ColumnValues>,
  )
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
export function toRow(subscriber: NewSubscriber, revision: Revision): Insertable<SubscriberTable> {
  return {
    ...toColumns(subscriber),
    publisher_id: subscriber.publisherId,
    id: subscriber.id,
    private_calendar_id: subscriber.privateCalendarId,
    revision: revision.number,
    revision_at: revision.at,
    created: subscriber.created,
    modified: subscriber.modified,
    language: subscriber.language ?? '',
  }
}

function toColumns(subscriber: Subscriber) {
  return {
    email: subscriber.email,
    email_key: emailKey(subscriber.email),
    active: subscriber.active ? (1 as const) : (0 as const),
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
