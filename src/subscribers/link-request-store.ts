import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertAll } from '../db/insert-many.ts'
import type { LinkRequestTable } from '../db/tables/feed-link.ts'
import type { LinkRequest, StoredRequest } from './feed-link.ts'
import { emailKey } from './subscriber.ts'

const COLUMNS = {
  publisher_id: 'integer',
  subscriber_id: 'text',
  number: 'integer',
  email: 'text',
  email_key: 'text',
  calendar_ids: 'text',
  request: 'text',
  fingerprint: 'text',
  language: 'text',
  created: 'bigint',
} as const

export async function findRequest(
  db: Db,
  publisherId: number,
  subscriberId: string,
  number: number,
): Promise<LinkRequest | undefined> {
  const row = await db
    .selectFrom('link_request')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && toRequest(row)
}

/** Lists the requests of addresses, by their keys, that are not older than 30 days, the newest first. */
export async function listRequestsByEmail(
  db: Db,
  publisherId: number,
  emailKeys: string[],
): Promise<LinkRequest[]> {
  const rows = await db
    .selectFrom('link_request')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'email_key', emailKeys))
    .orderBy('created', 'desc')
    .orderBy('number', 'desc')
    .execute()
  return rows.map(toRequest)
}

/** Returns the ids that are reserved for addresses with pending requests, by e-mail key. */
export async function reservedIds(
  db: Db,
  publisherId: number,
  emailKeys: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('link_request')
    .select(['email_key', 'subscriber_id'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'email_key', emailKeys))
    .orderBy('created')
    .execute()
  return new Map(rows.map((row) => [row.email_key!, row.subscriber_id]))
}

/** Returns whether an address can still be confirmed to have this id. */
export async function hasReservation(db: Db, publisherId: number, subscriberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('link_request')
    .select('number')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('email_key', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRequests(tx: Db, requests: LinkRequest[]): Promise<void> {
  const rows = requests.map((request) => ({
    publisher_id: request.publisherId,
    subscriber_id: request.subscriberId,
    number: request.number,
    email: request.email,
    email_key: request.email === null ? null : emailKey(request.email),
    calendar_ids: JSON.stringify(request.calendarIds),
    request: request.request && JSON.stringify(request.request),
    fingerprint: request.fingerprint,
    language: request.language,
    created: request.created,
  }))
  await insertAll(tx, 'link_request', COLUMNS, rows)
}

type Key = Pick<LinkRequest, 'publisherId' | 'subscriberId' | 'number'>

export async function deleteRequest(tx: Db, { publisherId, subscriberId, number }: Key): Promise<void> {
  await tx
    .deleteFrom('link_request')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('number', '=', number)
    .execute()
}

/** Leaves of a confirmed request only the link that the person got instead. */
export async function moveRequest(
  tx: Db,
  { publisherId, subscriberId, number }: Key,
  movedTo: NonNullable<StoredRequest['movedTo']>,
): Promise<void> {
  const request: StoredRequest = { widgetId: '', application: '', profile: {}, movedTo }
  await tx
    .updateTable('link_request')
    .set({ email: null, email_key: null, calendar_ids: '[]', request: JSON.stringify(request) })
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('number', '=', number)
    .execute()
}

/** Deletes the personal data of up to `limit` requests from before `before`; returns their number. */
export async function stripOldRequests(
  db: Db,
  publisherId: number,
  before: number,
  limit: number,
): Promise<number> {
  const old = await db
    .selectFrom('link_request')
    .select(['subscriber_id', 'number'])
    .where('publisher_id', '=', publisherId)
    .where('request', 'is not', null)
    .where('created', '<', before)
    .orderBy('created')
    .limit(limit)
    .execute()
  for (const { subscriber_id, number } of old) {
    await db
      .updateTable('link_request')
      .set({ email: null, email_key: null, request: null, fingerprint: '' })
      .where('publisher_id', '=', publisherId)
      .where('subscriber_id', '=', subscriber_id)
      .where('number', '=', number)
      .execute()
  }
  return old.length
}

function toRequest(row: Selectable<LinkRequestTable>): LinkRequest {
  return {
    publisherId: row.publisher_id,
    subscriberId: row.subscriber_id,
    number: row.number,
    email: row.email,
    calendarIds: JSON.parse(row.calendar_ids) as string[],
    request: row.request === null ? null : (JSON.parse(row.request) as StoredRequest),
    fingerprint: row.fingerprint,
    language: row.language,
    created: row.created,
  }
}
