import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PushRegistrationTable } from '../db/tables/push-registration.ts'
import { currentRevision } from '../revisions/revision.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { PushTarget } from './push-subscription.ts'

/** A device that is told when a calendar of its account changes. Times are epoch ms. */
export interface PushRegistration {
  publisherId: number
  id: string
  subscriberId: string
  linkNumber: number
  /** The last part of the collection's path. */
  collection: string
  calendarId: string
  target: PushTarget
  created: number
  expiresAt: number
  /** The version of the calendar that the device knows of. */
  told: number
}

/** A registration with a message that is due. */
export interface DueRegistration extends PushRegistration {
  attempts: number
  /** The time that the claim set: by it the claim is found again. */
  claimedUntil: number
}

/** At most one message for a collection is sent in this time. */
const APART_MS = 30_000

/** Stores a registration, in place of the one with its id. From now on the publisher's changes are looked at. */
export async function saveRegistration(tx: Db, registration: PushRegistration): Promise<void> {
  const { publisherId, id, target, told } = registration
  const values = {
    subscriber_id: registration.subscriberId,
    link_number: registration.linkNumber,
    collection: registration.collection,
    calendar_id: registration.calendarId,
    target: sealerOf(tx).seal(placeOf(publisherId, id), JSON.stringify(target)),
    expires_at: registration.expiresAt,
  }
  await tx
    .insertInto('push_registration')
    .values({
      ...{ publisher_id: publisherId, id, ...values, created: registration.created, told },
      ...{ changed: told, due_at: null, attempts: 0, last_sent_at: null },
    })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'id']).doUpdateSet(values))
    .execute()
  await tx
    .insertInto('push_follower')
    .values({ publisher_id: publisherId, revision: await currentRevision(tx, publisherId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns how many registrations a device has. */
export async function countRegistrations(
  db: Db,
  publisherId: number,
  subscriberId: string,
  linkNumber: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('push_registration')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('link_number', '=', linkNumber)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes a registration of this subscriber. Returns false if there is none. */
export async function deleteRegistration(
  db: Db,
  publisherId: number,
  subscriberId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_registration')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists the publishers with devices to tell, that have a revision nobody looked at yet. */
export async function listFollowed(db: Db): Promise<{ publisherId: number; from: number; to: number }[]> {
  const rows = await db
    .selectFrom('push_follower as f')
    .innerJoin('publisher_revision as r', 'r.publisher_id', 'f.publisher_id')
    .select(['f.publisher_id as publisherId', 'f.revision as from', 'r.revision as to'])
    .whereRef('r.revision', '>', 'f.revision')
    .execute()
  return rows
}

/**
 * Makes messages due about the calendars that changed between two revisions. Does nothing if another process has done
 * it. `now`: epoch ms.
 */
export async function markChanged(
  tx: Db,
  { publisherId, from, to }: { publisherId: number; from: number; to: number },
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('push_follower')
    .set({ revision: to })
    .where('publisher_id', '=', publisherId)
    .where('revision', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const calendars = await tx
    .selectFrom('calendar')
    .select(['id', 'version'])
    .where('publisher_id', '=', publisherId)
    .where('version', '>', from)
    .execute()
  for (const { id, version } of calendars)
    await mark(tx, publisherId, now, version)
      .where('calendar_id', '=', id)
      .where('changed', '<', version)
      .execute()
  // A private calendar has no version. Its newest event is found by an index, and so is its newest removal.
  await mark(tx, publisherId, now, to)
    .where('collection', '=', 'private')
    .where(
      sql<boolean>`(exists (select 1 from event e where e.publisher_id = push_registration.publisher_id
          and e.calendar_id = push_registration.calendar_id and e.revision > ${from})
        or exists (select 1 from event_change c where c.publisher_id = push_registration.publisher_id
          and c.calendar_id = push_registration.calendar_id and c.revision > ${from}))`,
    )
    .execute()
}

function mark(tx: Db, publisherId: number, now: number, changed: number) {
  return tx
    .updateTable('push_registration')
    .set({
      changed,
      due_at: sql<number>`coalesce(due_at, case when last_sent_at > ${now - APART_MS}
        then last_sent_at + ${APART_MS} else ${now} end)`,
    })
    .where('publisher_id', '=', publisherId)
}

/** Claims up to `limit` due registrations until a time, the longest due first. Times are epoch ms. */
export async function claimDue(
  db: Db,
  limit: number,
  now: number,
  claimedUntil: number,
): Promise<DueRegistration[]> {
  const rows = await db
    .selectFrom('push_registration')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  const claimed: DueRegistration[] = []
  for (const row of rows) {
    const { numUpdatedRows } = await db
      .updateTable('push_registration')
      .set({ due_at: claimedUntil })
      .where('publisher_id', '=', row.publisher_id)
      .where('id', '=', row.id)
      .where('due_at', '=', row.due_at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      claimed.push({ ...toRegistration(db, row), attempts: row.attempts, claimedUntil })
  }
  return claimed
}

/** The result of a message: sent with a version, given up, or to be tried again at a time (epoch ms). */
export type Told = { sent: number; at: number } | { givenUp: true } | { againAt: number }

/** Stores the result of a claimed message. A change that came meanwhile makes the next one due. */
export async function recordTold(db: Db, registration: DueRegistration, told: Told): Promise<void> {
  const { publisherId, id, claimedUntil, attempts } = registration
  const next =
    'sent' in told
      ? {
          ...{ told: told.sent, last_sent_at: told.at, attempts: 0 },
          due_at: sql<
            number | null
          >`case when changed > ${told.sent} then cast(${told.at + APART_MS} as bigint) end`,
        }
      : 'againAt' in told
        ? { attempts: attempts + 1, due_at: told.againAt }
        : { attempts: 0, due_at: null }
  await db
    .updateTable('push_registration')
    .set(next)
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('due_at', '=', claimedUntil)
    .execute()
}

/** Deletes registrations that have expired. `now`: epoch ms. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('push_registration').where('expires_at', '<', now).execute()
}

function placeOf(publisherId: number, id: string) {
  return ['push_registration.target', publisherId, id]
}

function toRegistration(db: Db, row: Selectable<PushRegistrationTable>): PushRegistration {
  const { publisher_id: publisherId, id } = row
  return {
    ...{ publisherId, id, subscriberId: row.subscriber_id, linkNumber: row.link_number },
    ...{ collection: row.collection, calendarId: row.calendar_id },
    target: JSON.parse(sealerOf(db).open(placeOf(publisherId, id), row.target)) as PushTarget,
    ...{ created: row.created, expiresAt: row.expires_at, told: row.told },
  }
}
