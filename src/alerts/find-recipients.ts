import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { transact } from '../db/transact.ts'
import { COUNTED_MS } from '../events/event-change.ts'
import { oldestActiveReads } from '../reach/reach.ts'
import { findEndOfSlice } from '../subscribers/subscription-store.ts'
import { type Alert, type AlertTopic, topicKey } from './alert.ts'
import type { Channel } from './alert-rule.ts'
import {
  addPeople,
  changeState,
  findSearchPlace,
  getAlert,
  listAlertsSince,
  moveSearch,
} from './alert-store.ts'
import { readHistories } from './history.ts'
import { outdatedRevisions, type Revisions } from './news.ts'

/** Subscribers that one statement looks at. */
const SLICE = 500
/** The rest after a slice, in times of what it took. Feeds are polled meanwhile. */
export const REST = 1

/**
 * Stores the subscribers whose calendars show an outdated version of an event of the alert. They may be a few more
 * than have to be told: each is looked at again when the turn comes. Then the alert is sent, or waits until somebody
 * agrees.
 */
export async function findRecipients(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  alert: Alert,
  signal: AbortSignal,
): Promise<void> {
  const searches = await searchesOf(db, alert, now())
  const place = await findSearchPlace(db, alert)
  while (place.calendars < searches.length) {
    if (signal.aborted) return
    const began = performance.now()
    const search = searches[place.calendars]!
    const upTo = findsNobody(search)
      ? undefined
      : await findEndOfSlice(db, alert.publisherId, search.calendarId, place.upTo, SLICE)
    const next = upTo === undefined ? { calendars: place.calendars + 1, upTo: '' } : { ...place, upTo }
    const mine = await transact(db, async (tx) => {
      if (!(await moveSearch(tx, alert, place, next))) return false
      await addPeople(tx, alert, await insertSome(tx, alert, search, { after: place.upTo, upTo }, now()))
      return true
    })
    // Otherwise another process does it.
    if (!mine) return
    Object.assign(place, next)
    await sleep((performance.now() - began) * REST)
  }
  await endSearch(db, alert)
}

/** Counts who would be told of some events; a person who follows two of their calendars counts twice. */
export async function countPeople(
  db: Db,
  alert: Pick<Alert, 'id' | 'publisherId' | 'topics' | 'terms'>,
  now: number,
): Promise<number> {
  let people = 0
  for (const search of await searchesOf(db, alert, now)) {
    if (findsNobody(search)) continue
    for (let after: string | undefined = ''; after !== undefined;) {
      const began = performance.now()
      const upTo = await findEndOfSlice(db, alert.publisherId, search.calendarId, after, SLICE)
      const { rows } = await sql<{ n: number }>`select count(*) as n
        ${recipientsIn(db, alert, search, { after, upTo }, now)}`.execute(db)
      people += Number(rows[0]!.n)
      after = upTo
      await sleep((performance.now() - began) * REST)
    }
  }
  return people
}

/** The revisions at which a calendar shows an outdated event. */
interface Search {
  calendarId: string
  outdated: Revisions[]
  /** Earlier alerts of these events: whoever was told may now know something wrong. */
  earlier: string[]
  /** Alerts of all these events since they changed last: whoever was told knows everything. */
  later: string[]
}

/** True if nothing is left of the changes, and nobody was told of them. */
function findsNobody({ outdated, earlier }: Search): boolean {
  return outdated.length === 0 && earlier.length === 0
}

async function searchesOf(
  db: Db,
  alert: Pick<Alert, 'id' | 'publisherId' | 'topics' | 'terms'>,
  now: number,
): Promise<Search[]> {
  const { publisherId, topics, terms } = alert
  const histories = await readHistories(db, publisherId, topics, now)
  const alerts = await listAlertsSince(db, publisherId, now - COUNTED_MS)
  const byCalendar = [...Map.groupBy(topics, ({ calendarId }) => calendarId)]
  return byCalendar
    .map(([calendarId, own]) => {
      const ownHistories = own.map((topic) => histories.get(topicKey(topic))!)
      const changedAt = Math.max(...ownHistories.map(({ changes }) => changes.at(-1)?.at ?? 0))
      const about = alerts.filter(({ id, topics }) => id !== alert.id && sharedBy(topics, own) > 0)
      const isLater = ({ topics, created }: Alert) =>
        created > changedAt && sharedBy(topics, own) === own.length
      return {
        calendarId,
        outdated: merged(ownHistories.flatMap((history) => outdatedRevisions(terms, history))),
        earlier: about.filter((own) => !isLater(own)).map(({ id }) => id),
        later: about.filter(isLater).map(({ id }) => id),
      }
    })
    .sort((a, b) => (a.calendarId < b.calendarId ? -1 : 1))
}

/** The number of topics that both have. */
function sharedBy(topics: AlertTopic[], others: AlertTopic[]): number {
  const keys = new Set(others.map(topicKey))
  return topics.filter((topic) => keys.has(topicKey(topic))).length
}

/** Joins ranges that touch or overlap. */
function merged(ranges: Revisions[]): Revisions[] {
  const joined: Revisions[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

/** Stores the recipients of a slice, and returns their number. */
async function insertSome(tx: Db, alert: Alert, search: Search, slice: Slice, now: number): Promise<number> {
  if (findsNobody(search)) return 0
  const { numAffectedRows } = await sql`
    insert into alert_recipient (publisher_id, alert_id, subscriber_id, state, attempts, next_at)
    select u.publisher_id, cast(${alert.id} as text), s.id, 'waiting', 0, ${sql.lit(0)}
    ${recipientsIn(tx, alert, search, slice, now)} on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Subscribers whose ids are greater than `after`, and not greater than `upTo`. */
interface Slice {
  after: string
  upTo: string | undefined
}

/** The `from` and `where` of a statement about an alert's recipients `s` in a slice of a calendar's subscribers. */
function recipientsIn(
  db: Db,
  { publisherId, terms }: Pick<Alert, 'publisherId' | 'terms'>,
  { calendarId, outdated, earlier, later }: Search,
  { after, upTo }: Slice,
  now: number,
): RawBuilder<unknown> {
  const oldest = oldestActiveReads(now)
  // Said of each table, so that a plan that knows little of the publisher reads no more than the slice either.
  const inSlice = (column: string) =>
    upTo === undefined
      ? sql`${sql.ref(column)} > ${after}`
      : sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${upTo}`
  const shows = outdated.map(({ from, to }) => sql`(r.revision >= ${from} and r.revision < ${to})`)
  const behind = sql`exists (
    select 1 from feed_read r where r.publisher_id = ${publisherId} and r.subscriber_id = s.id
    and ${inSlice('r.subscriber_id')} and r.last_read_at >= ${oldest.device}
    and (r.last_read_at >= ${oldest.aggregator} or not ${inList(db, 'r.application', oldest.aggregators)})
    and (${either(shows)}))`
  const toldBy = (alerts: string[]) => sql`exists (
    select 1 from alert_recipient e where e.publisher_id = ${publisherId} and e.subscriber_id = s.id
    and e.state = 'told' and ${inList(db, 'e.alert_id', alerts)})`
  const reasons = [...(shows.length > 0 ? [behind] : []), ...(earlier.length > 0 ? [toldBy(earlier)] : [])]
  return sql`from subscription u
    join subscriber s on s.publisher_id = u.publisher_id and s.id = u.subscriber_id
    where u.publisher_id = ${publisherId} and u.calendar_id = ${calendarId}
    and ${inSlice('u.subscriber_id')} and s.publisher_id = ${publisherId} and ${inSlice('s.id')}
    and s.active = 1 and ${reachable(publisherId, terms.channels)} and (${either(reasons)})
    ${later.length > 0 ? sql`and not ${toldBy(later)}` : sql``}`
}

/**
 * The subscribers that can be told: by mail, if the address is confirmed and alerts are not switched off; by
 * notifications, if a browser shows them.
 */
function reachable(publisherId: number, channels: Channel[]): RawBuilder<unknown> {
  const ways: Record<Channel, RawBuilder<unknown>> = {
    mail: sql`(s.confirmed_at is not null and s.alerts = 'on')`,
    push: sql`exists (
      select 1 from push_subscription p where p.publisher_id = ${publisherId} and p.subscriber_id = s.id)`,
  }
  return sql`(${either(channels.map((channel) => ways[channel]))})`
}

function either(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql.join(conditions, sql` or `) : sql`1 = 0`
}

async function endSearch(db: Db, alert: Alert): Promise<void> {
  await transact(db, async (tx) => {
    const { people } = await getAlert(tx, alert.publisherId, alert.id)
    const asks = alert.askedBy === '' && people > alert.terms.askAbove
    const state = people === 0 ? 'done' : asks ? 'asking' : 'sending'
    await changeState(tx, alert, 'finding', state)
  })
}
