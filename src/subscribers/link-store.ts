import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertAll } from '../db/insert-many.ts'
import { findServiceValue } from '../db/service-store.ts'
import type { FeedLinkTable } from '../db/tables/feed-link.ts'
import { notFound } from '../errors.ts'
import type { FeedLink } from './feed-link.ts'

const COLUMNS = {
  publisher_id: 'integer',
  subscriber_id: 'text',
  number: 'integer',
  kind: 'text',
  name: 'text',
  application: 'text',
  created: 'bigint',
  confirmed_at: 'bigint',
  last_used_at: 'bigint',
  fetched_at: 'bigint',
  ended_at: 'bigint',
  fresh_until: 'bigint',
} as const

/** Tokens have two octets for the number. */
const LAST_NUMBER = 0xffff

type Key = Pick<FeedLink, 'publisherId' | 'subscriberId' | 'number'>

export async function findLink(
  db: Db,
  publisherId: number,
  subscriberId: string,
  number: number,
): Promise<FeedLink | undefined> {
  const row = await select(db, publisherId, subscriberId).where('number', '=', number).executeTakeFirst()
  return row && toLink(row)
}

/** Returns all links of subscribers, by the id and the number: see `linkKey`. */
export async function findLinksOfMany(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, FeedLink>> {
  if (subscriberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('feed_link')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'subscriber_id', subscriberIds))
    .execute()
  return new Map(rows.map((row) => [linkKey(row.subscriber_id, row.number), toLink(row)]))
}

export function linkKey(subscriberId: string, number: number): string {
  return `${subscriberId} ${number}`
}

/** Lists all links of a subscriber, also pending and ended ones, in the order of their numbers. */
export async function listLinks(db: Db, publisherId: number, subscriberId: string): Promise<FeedLink[]> {
  const rows = await select(db, publisherId, subscriberId).orderBy('number').execute()
  return rows.map(toLink)
}

/**
 * Returns the link that the interface shows as the subscriber's: the live one with the lowest number, so that
 * it stays the same; if none lives, the last one. Throws for an unknown subscriber: each has a link.
 */
export async function getCurrentLink(db: Db, publisherId: number, subscriberId: string): Promise<FeedLink> {
  const row = await select(db, publisherId, subscriberId)
    .where('confirmed_at', 'is not', null)
    .where('kind', '=', 'feed')
    .orderBy((eb) =>
      eb
        .case()
        .when('ended_at', 'is', null)
        .then(eb.ref('number'))
        .else(sql`70000 - number`)
        .end(),
    )
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('Subscriber', subscriberId)
  return toLink(row)
}

/** The service value with the lowest number that a further link gets. */
const FLOOR = 'link-floor'
/** More than the links that one subscriber got since any backup. */
const FLOOR_JUMP = 1000

/**
 * Returns the number of the next link of each of these subscribers, or of the persons that will get these ids; undefined
 * for those who have had too many. Call it with the publisher's revision taken, so that no other transaction gets the
 * same.
 */
export async function nextLinkNumbers(
  tx: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<(number | undefined)[]> {
  const last = await lastLinkNumbers(tx, publisherId, subscriberIds)
  const floor = last.size > 0 ? Number((await findServiceValue(tx, FLOOR)) ?? 0) : 0
  return subscriberIds.map((id) => {
    const before = last.get(id)
    const next = before === undefined ? 0 : Math.max(before + 1, floor)
    return next > LAST_NUMBER ? undefined : next
  })
}

/**
 * Has further links begin above all numbers that were given since the backup, after a restore: whoever has a
 * link from then must not get that of somebody else.
 */
export async function raiseLinkFloor(db: Db): Promise<void> {
  const { last } = await db
    .selectFrom('feed_link')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  const floor = Number((await findServiceValue(db, FLOOR)) ?? 0)
  const value = String(Math.max(floor, Number(last ?? 0)) + FLOOR_JUMP)
  await db
    .insertInto('service')
    .values({ name: FLOOR, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns the number of the last link of each of these ids; ids without links are left out. */
export async function lastLinkNumbers(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('feed_link')
    .select(['subscriber_id', (eb) => eb.fn.max('number').as('last')])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'subscriber_id', subscriberIds))
    .groupBy('subscriber_id')
    .execute()
  return new Map(rows.map((row) => [row.subscriber_id, row.last]))
}

export async function insertLinks(tx: Db, links: FeedLink[]): Promise<void> {
  await insertAll(tx, 'feed_link', COLUMNS, links.map(toLinkRow))
}

/** Returns the first link of a subscriber who was not made by a request. `created`: epoch ms. */
export function firstLink(publisherId: number, subscriberId: string, created: number): FeedLink {
  return {
    ...{ publisherId, subscriberId, number: 0, kind: 'feed', name: '', application: '', created },
    ...{ confirmedAt: created, lastUsedAt: null, fetchedAt: null, endedAt: null, freshUntil: null },
  }
}

/** Stores the changeable fields of a link. */
export async function updateLink(tx: Db, link: FeedLink): Promise<void> {
  const { name, application, confirmed_at, ended_at, fresh_until } = toLinkRow(link)
  await tx
    .updateTable('feed_link')
    .set({ name, application, confirmed_at, ended_at, fresh_until })
    .where('publisher_id', '=', link.publisherId)
    .where('subscriber_id', '=', link.subscriberId)
    .where('number', '=', link.number)
    .execute()
}

/** Deletes a link with its request. Never delete the last one of a subscriber: its number would be given again. */
export async function deleteLink(tx: Db, { publisherId, subscriberId, number }: Key): Promise<void> {
  await tx
    .deleteFrom('feed_link')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('number', '=', number)
    .execute()
}

/** Deletes all links of a subscriber with their requests. */
export async function deleteLinksOf(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  await tx
    .deleteFrom('feed_link')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

/** Ends the time in which links of a subscriber show and change the subscriber's data without a mail. */
export async function endFreshness(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  await tx
    .updateTable('feed_link')
    .set({ fresh_until: null })
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('fresh_until', 'is not', null)
    .execute()
}

/** Up to `limit` pending links that were neither made nor read since `before`, the oldest first. */
export async function listUnreadPending(
  db: Db,
  publisherId: number,
  before: number,
  limit: number,
): Promise<FeedLink[]> {
  const rows = await db
    .selectFrom('feed_link')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('created', '<', before)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .orderBy('created')
    .limit(limit)
    .execute()
  return rows.map(toLink)
}

function select(db: Db, publisherId: number, subscriberId: string) {
  return db
    .selectFrom('feed_link')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
}

/** Returns the row of a link. */
export function toLinkRow(link: FeedLink): Insertable<FeedLinkTable> & Selectable<FeedLinkTable> {
  return {
    publisher_id: link.publisherId,
    subscriber_id: link.subscriberId,
    number: link.number,
    kind: link.kind,
    name: link.name,
    application: link.application,
    created: link.created,
    confirmed_at: link.confirmedAt,
    last_used_at: link.lastUsedAt,
    fetched_at: link.fetchedAt,
    ended_at: link.endedAt,
    fresh_until: link.freshUntil,
  }
}

function toLink(row: Selectable<FeedLinkTable>): FeedLink {
  return {
    publisherId: row.publisher_id,
    subscriberId: row.subscriber_id,
    number: row.number,
    kind: row.kind,
    name: row.name,
    application: row.application,
    created: row.created,
    confirmedAt: row.confirmed_at,
    lastUsedAt: row.last_used_at,
    fetchedAt: row.fetched_at,
    endedAt: row.ended_at,
    freshUntil: row.fresh_until,
  }
}
