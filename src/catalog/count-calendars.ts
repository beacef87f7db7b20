import { sql } from 'kysely'
import type { Counted } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { pause } from '../pause.ts'

export interface CalendarCount {
  /** With drafts and past events. */
  events: Counted
  /** Active subscribers of the calendar. */
  subscribers: Counted
}

/** Subscriptions that one statement counts: a few milliseconds. */
const SLICE = 2000
/** Calendars whose events one statement counts. */
const CALENDARS_AT_ONCE = 20
/** Events of a calendar are counted up to this number: no feed could contain more. */
const MAX_EVENTS = 10_000
/** Calendars with up to this many subscriptions are always counted; for others the cached count is used. */
const MAX_COUNTED_LIVE = 200

/** Counts all calendars of a publisher; undefined if it was aborted. Exported for its test. */
export async function countAll(
  db: Db,
  publisherId: number,
  signal: AbortSignal,
  slice = SLICE,
): Promise<Map<string, CalendarCount> | undefined> {
  const subscribers = new Map<string, number>()
  for (let after: Place | undefined = { calendarId: '', subscriberId: '' }; after;) {
    if (signal.aborted) return undefined
    after = await countSlice(db, publisherId, after, slice, subscribers)
    await pause() // let other requests run
  }
  const counts = new Map<string, CalendarCount>()
  const ids = await calendarIds(db, publisherId)
  for (let at = 0; at < ids.length; at += CALENDARS_AT_ONCE) {
    if (signal.aborted) return undefined
    const events = await countEvents(db, publisherId, ids.slice(at, at + CALENDARS_AT_ONCE))
    for (const [id, count] of events)
      counts.set(id, { events: count, subscribers: { value: subscribers.get(id) ?? 0, more: false } })
    await pause()
  }
  return counts
}

/** Counts some calendars: current numbers where that is fast, otherwise the cached ones. */
export async function countNow(
  db: Db,
  publisherId: number,
  ids: string[],
  last: ReadonlyMap<string, CalendarCount> | undefined,
): Promise<Map<string, CalendarCount>> {
  const events = await countEvents(db, publisherId, ids)
  const few = await countFewSubscribers(db, publisherId, ids)
  return new Map(
    ids.map((id) => {
      const now = few.get(id) ?? NONE
      const counted = last?.get(id)?.subscribers
      const subscribers = now.more && counted && counted.value >= now.value ? counted : now
      return [id, { events: events.get(id) ?? NONE, subscribers }]
    }),
  )
}

const NONE: Counted = { value: 0, more: false }

/** Counts the active subscribers of a calendar. Reads up to `limit` subscriptions, in slices. */
export async function countSubscribers(
  db: Db,
  publisherId: number,
  calendarId: string,
  limit: number,
): Promise<Counted> {
  let after = ''
  let value = 0
  for (let looked = 0; looked < limit;) {
    const rows = await db
      .selectFrom('subscription as u')
      .innerJoin('subscriber as s', (join) =>
        join.onRef('s.publisher_id', '=', 'u.publisher_id').onRef('s.id', '=', 'u.subscriber_id'),
      )
      .select(['u.subscriber_id', 's.active'])
      .where('u.publisher_id', '=', publisherId)
      .where('u.calendar_id', '=', calendarId)
      .where('u.subscriber_id', '>', after)
      .orderBy('u.subscriber_id')
      .limit(SLICE)
      .execute()
    value += rows.filter((row) => row.active === 1).length
    if (rows.length < SLICE) return { value, more: false }
    looked += rows.length
    after = rows.at(-1)!.subscriber_id
    await pause()
  }
  return { value, more: true }
}

interface Place {
  calendarId: string
  subscriberId: string
}

/**
 * Counts a slice of subscriptions after a place; returns the place where it ends, or undefined if it is the
 * last.
 */
async function countSlice(
  db: Db,
  publisherId: number,
  after: Place,
  slice: number,
  subscribers: Map<string, number>,
): Promise<Place | undefined> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('subscription')
        .select(['calendar_id', 'subscriber_id'])
        .where('publisher_id', '=', publisherId)
        .where(sql<boolean>`(calendar_id, subscriber_id) > (${after.calendarId}, ${after.subscriberId})`)
        .orderBy('calendar_id')
        .orderBy('subscriber_id')
        .limit(slice)
        .as('u'),
    )
    .innerJoin('subscriber as s', (join) =>
      join.onRef('s.id', '=', 'u.subscriber_id').on('s.publisher_id', '=', publisherId),
    )
    .select((eb) => [
      'u.calendar_id',
      eb.fn.countAll<number>().as('all'),
      eb.fn.sum<number>('s.active').as('active'),
      eb.fn.max('u.subscriber_id').as('last'),
    ])
    .groupBy('u.calendar_id')
    .orderBy('u.calendar_id')
    .execute()
  let looked = 0
  for (const { calendar_id, all, active } of rows) {
    looked += Number(all)
    subscribers.set(calendar_id, (subscribers.get(calendar_id) ?? 0) + Number(active))
  }
  const end = rows.at(-1)
  return end && looked === slice ? { calendarId: end.calendar_id, subscriberId: end.last } : undefined
}

/** The active subscribers of calendars. Of each no more than a few subscriptions are looked at. */
async function countFewSubscribers(
  db: Db,
  publisherId: number,
  ids: string[],
): Promise<Map<string, Counted>> {
  const rows = await db
    .selectFrom('calendar as k')
    .select((eb) => {
      const some = eb
        .selectFrom('subscription as u')
        .where('u.publisher_id', '=', publisherId)
        .whereRef('u.calendar_id', '=', 'k.id')
        .limit(MAX_COUNTED_LIVE + 1)
      const active = some
        .innerJoin('subscriber as s', (join) =>
          join.onRef('s.publisher_id', '=', 'u.publisher_id').onRef('s.id', '=', 'u.subscriber_id'),
        )
        .select('s.active')
      const looked = some.select(sql<number>`1`.as('one'))
      return [
        'k.id',
        eb
          .selectFrom(active.as('a'))
          .select((a) => a.fn.sum<number | null>('a.active').as('n'))
          .as('active'),
        eb
          .selectFrom(looked.as('l'))
          .select((l) => l.fn.countAll<number>().as('n'))
          .as('looked'),
      ]
    })
    .where('k.publisher_id', '=', publisherId)
    .where(inList(db, 'k.id', ids))
    .execute()
  return new Map(
    rows.map(({ id, active, looked }) => [
      id,
      { value: Number(active ?? 0), more: Number(looked) > MAX_COUNTED_LIVE },
    ]),
  )
}

/** Counts the events of calendars, each up to MAX_EVENTS. */
async function countEvents(db: Db, publisherId: number, ids: string[]): Promise<Map<string, Counted>> {
  const rows = await db
    .selectFrom('calendar as k')
    .select((eb) => [
      'k.id',
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('calendar_event as e')
            .select(sql<number>`1`.as('one'))
            .where('e.publisher_id', '=', publisherId)
            .whereRef('e.calendar_id', '=', 'k.id')
            .limit(MAX_EVENTS + 1)
            .as('some'),
        )
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('events'),
    ])
    .where('k.publisher_id', '=', publisherId)
    .where(inList(db, 'k.id', ids))
    .execute()
  return new Map(
    rows.map(({ id, events }) => {
      const value = Number(events)
      return [id, { value: Math.min(value, MAX_EVENTS), more: value > MAX_EVENTS }]
    }),
  )
}

async function calendarIds(db: Db, publisherId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
