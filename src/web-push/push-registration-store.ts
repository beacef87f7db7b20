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
  /** It is told when the content of the collection changes. */
  content: boolean
  /** A hash of the name and the colour that the device knows; null: it is not told when they change. */
  properties: string | null
  created: number
  expiresAt: number
  /** The version of the calendar that the device knows of. */
  told: number
}

/**
 * Stores a registration, in place of the one with its id. From now on the publisher's changes are looked at; `known` is
 * a hash of the names and colours of its calendars.
 */
export async function saveRegistration(tx: Db, registration: PushRegistration, known: string): Promise<void> {
  const { publisherId, id, target, told, properties } = registration
  const values = {
    subscriber_id: registration.subscriberId,
    link_number: registration.linkNumber,
    collection: registration.collection,
    calendar_id: registration.calendarId,
    target: sealerOf(tx).seal(placeOf(publisherId, id), JSON.stringify(target)),
    content: registration.content ? (1 as const) : (0 as const),
    expires_at: registration.expiresAt,
  }
  // The same registration again keeps what the device was told.
  const kept = properties === null ? null : sql<string>`coalesce(push_registration.properties, ${properties})`
  await tx
    .insertInto('push_registration')
    .values({
      ...{ publisher_id: publisherId, id, ...values, properties, created: registration.created },
      ...{ told, changed: told, due_at: null, attempts: 0, last_sent_at: null },
    })
    .onConflict((conflict) =>
      conflict.columns(['publisher_id', 'id']).doUpdateSet({ ...values, properties: kept }),
    )
    .execute()
  await tx
    .insertInto('push_follower')
    .values({
      publisher_id: publisherId,
      revision: await currentRevision(tx, publisherId),
      properties: known,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns how many registrations a device has besides one. */
export async function countRegistrations(
  db: Db,
  publisherId: number,
  subscriberId: string,
  linkNumber: number,
  besides: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('push_registration')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('link_number', '=', linkNumber)
    .where('id', '<>', besides)
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

/** Deletes registrations that have expired: of one publisher, or of all. `now`: epoch ms. */
export async function deleteExpiredRegistrations(db: Db, now: number, publisherId?: number): Promise<void> {
  await db
    .deleteFrom('push_registration')
    .where('expires_at', '<', now)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
}

function placeOf(publisherId: number, id: string) {
  return ['push_registration.target', publisherId, id]
}

/** Returns a registration from its row. */
export function toRegistration(db: Db, row: Selectable<PushRegistrationTable>): PushRegistration {
  const { publisher_id: publisherId, id } = row
  return {
    ...{ publisherId, id, subscriberId: row.subscriber_id, linkNumber: row.link_number },
    ...{ collection: row.collection, calendarId: row.calendar_id },
    target: JSON.parse(sealerOf(db).open(placeOf(publisherId, id), row.target)) as PushTarget,
    ...{ content: row.content === 1, properties: row.properties, told: row.told },
    ...{ created: row.created, expiresAt: row.expires_at },
  }
}
