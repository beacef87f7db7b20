import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { SubscriberTable } from '../db/tables/subscriber.ts'
import { AppError, notFound } from '../errors.ts'
import type { Revision } from '../publishers/revision.ts'
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

/** Subscribers by id, in the order of the ids; ids that are none are left out. */
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

/** Finds the subscriber of an `svc_id`; refuses one that is unknown or has left. */
export async function getActiveSubscriber(db: Db, publisherId: number, id: string): Promise<Subscriber> {
  const subscriber = await findSubscriber(db, publisherId, id)
  if (!subscriber) throw notFound('Subscriber', id)
  if (!subscriber.active) throw new AppError('forbidden', 'subscriber is not active')
  return subscriber
}

/** Whether a calendar id is that of some subscriber's private calendar. */
export async function ownsPrivateCalendar(db: Db, publisherId: number, calendarId: string): Promise<boolean> {
  return (await find(db, publisherId, 'private_calendar_id', calendarId)) !== undefined
}

export interface Recipient {
  active: boolean
  privateCalendarId: string
  /** Its private events, drafts and past ones too, counted no further than asked for. */
  events: number
}

/** What a batch has to know of the subscribers it names, by `svc_id`; unknown ones are left out. */
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

/** Inserts a subscriber; false when the e-mail already is one. */
export async function insertSubscriber(tx: Db, subscriber: Subscriber, revision: Revision): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscriber')
    .values({
      ...toColumns(subscriber),
      publisher_id: subscriber.publisherId,
      id: subscriber.id,
      private_calendar_id: subscriber.privateCalendarId,
      revision: revision.number,
      revision_at: revision.at,
      created: revision.at,
      modified: revision.at,
    })
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

/** Deletes a subscriber with its subscriptions and feed reads. Its private events are not. */
export async function deleteSubscriber(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('subscriber').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

/**
 * Marks the owners of private calendars as changed. Needed where an event went: what was added or changed
 * shows by its own revision.
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
    rotations: JSON.stringify(subscriber.rotations),
    reminders: subscriber.reminders && JSON.stringify(subscriber.reminders),
    reminders_at: subscriber.remindersAt,
    profile: JSON.stringify(subscriber.profile),
    source: subscriber.source,
    widget_id: subscriber.widgetId,
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
    rotations: JSON.parse(row.rotations) as number[],
    reminders: row.reminders === null ? null : (JSON.parse(row.reminders) as string[]),
    remindersAt: row.reminders_at,
    profile: JSON.parse(row.profile) as Profile,
    source: row.source as Source,
    widgetId: row.widget_id,
    created: row.created,
    modified: row.modified,
  }
}
