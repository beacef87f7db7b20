import { listCalendarsById } from '../calendars/calendar-store.ts'
import { countNow } from '../catalog/count-calendars.ts'
import type { AppContext } from '../context.ts'
import { type Counted, countUpTo } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { calendarsOf } from '../events/event.ts'
import { listEventsById } from '../events/event-store.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { lagsIn, shareWithin } from '../statistics/lag.ts'
import { applicationOfReaders, lastDays, type Statistic } from '../statistics/statistic.ts'
import { listStatistics } from '../statistics/statistic-store.ts'
import { addDays, dayAt } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'

/** The people whom a change of events would reach, before it is made. */
export interface ReachPreview {
  /** Active followers of the live calendars that have the events. */
  people: Counted
  /**
   * The share (0 to 1) of their applications that will have fetched it by the end of the day, from how long changes of
   * the last four weeks took. Undefined: too little was measured.
   */
  share: number | undefined
  /** The day at whose end that is. */
  until: 'today' | 'tomorrow'
}

const MINUTE_MS = 60_000
/** Days of statistics that an estimate is made from, and those whose readers stand for the people. */
const LAG_DAYS = 28
const READER_DAYS = 7
/** An application with fewer fetches is not known. */
const KNOWN_BY = 10
/** With less of the day left, the end of the next one is of more use. */
const SHORTEST_MS = 3 * 3_600_000
/** Followers of several calendars are counted up to this number. */
const MOST_PEOPLE = 10_000

/** Counts who has some events, or follows some calendars, and estimates how many will have a change soon. */
export async function previewReach(
  ctx: Pick<AppContext, 'db' | 'now' | 'calendarCounts'>,
  { id: publisherId, timezone }: Publisher,
  chosen: { eventIds: string[]; calendarIds: string[] },
): Promise<ReachPreview> {
  const now = ctx.now()
  const events = await listEventsById(ctx.db, publisherId, chosen.eventIds)
  const shown = events.filter((event) => !event.private && !event.draft)
  const ids = [...new Set([...chosen.calendarIds, ...shown.flatMap(calendarsOf)])]
  const live = (await listCalendarsById(ctx.db, publisherId, ids)).filter(({ draft }) => !draft)
  const today = dayAt(timezone, now)
  const endOf = (day: string) => localToUtc(timezone, Date.parse(addDays(day, 1)))
  const until = endOf(today) - now < SHORTEST_MS ? 'tomorrow' : 'today'
  const end = endOf(until === 'today' ? today : addDays(today, 1))
  const [firstDay] = lastDays(today, LAG_DAYS)
  const statistics = await listStatistics(ctx.db, publisherId, firstDay!)
  const [firstReaders] = lastDays(today, READER_DAYS)
  return {
    people: await countPeople(
      ctx,
      publisherId,
      live.map(({ id }) => id),
    ),
    share: shareBy(statistics, firstReaders!, (end - now) / MINUTE_MS),
    until,
  }
}

async function countPeople(
  { db, calendarCounts }: Pick<AppContext, 'db' | 'calendarCounts'>,
  publisherId: number,
  ids: string[],
): Promise<Counted> {
  const [only] = ids
  if (only === undefined) return { value: 0, more: false }
  if (ids.length > 1) return countFollowers(db, publisherId, ids)
  const counted = await countNow(db, publisherId, ids, await calendarCounts.find(publisherId))
  const { subscribers } = counted.get(only)!
  return subscribers.more ? countFollowers(db, publisherId, ids) : subscribers
}

/** Counts the active subscribers who follow at least one of the calendars. */
function countFollowers(db: Db, publisherId: number, calendarIds: string[]): Promise<Counted> {
  const query = db
    .selectFrom('subscription')
    .innerJoin('subscriber', (join) =>
      join
        .onRef('subscriber.publisher_id', '=', 'subscription.publisher_id')
        .onRef('subscriber.id', '=', 'subscription.subscriber_id'),
    )
    .select('subscription.subscriber_id')
    .distinct()
    .where('subscription.publisher_id', '=', publisherId)
    .where(inList(db, 'subscription.calendar_id', calendarIds))
    .where('subscriber.active', '=', 1)
  return countUpTo(db, query, MOST_PEOPLE)
}

/** Weighs how fast each application fetched changes by how many feeds it reads. */
function shareBy(statistics: Statistic[], firstReaders: string, minutes: number): number | undefined {
  const lags = lagsIn(statistics).filter(
    ({ counts }) => counts.reduce((sum, { count }) => sum + count, 0) >= KNOWN_BY,
  )
  const known = new Map(lags.map((lag) => [lag.application, shareWithin(lag, minutes)]))
  let [readers, knownReaders, reached] = [0, 0, 0]
  for (const { name, day, value } of statistics) {
    const application = day < firstReaders ? undefined : applicationOfReaders(name)
    if (application === undefined) continue
    readers += value
    const share = known.get(application)
    if (share === undefined) continue
    knownReaders += value
    reached += value * share
  }
  return knownReaders === 0 || knownReaders * 2 < readers ? undefined : reached / knownReaders
}
