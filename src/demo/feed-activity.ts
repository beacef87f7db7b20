import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { listEventsById } from '../events/event-store.ts'
import { addReads } from '../feeds/feed-read-store.ts'
import { currentRevision } from '../revisions/revision.ts'
import { type ClickedLink, clicksOf, saveClickedLinks } from '../statistics/clicked-link-store.ts'
import { type Count, readersOf, readsOf } from '../statistics/statistic.ts'
import { addCounts } from '../statistics/statistic-store.ts'
import { pick, type Random } from './random.ts'
import { lastPoll, type Reader } from './readers.ts'

const DAY_MS = 86_400_000

/** Reads of a feed per day by application; aggregators, too, poll each feed. */
const READS_A_DAY: Record<string, number> = {
  'Google Calendar': 3,
  'Apple Calendar (iOS)': 9,
  'Apple Calendar (macOS)': 14,
  Outlook: 8,
  'Microsoft 365': 4,
}
const CLICKS_A_DAY = 0.05
/** A click is on a link of an event of the next days. */
const CLICKED_BEFORE_MS = 6 * DAY_MS
/** Relative activity by day of the week, Sunday first: most around a weekend's matches. */
const ACTIVITY_BY_DAY = [1.4, 0.6, 0.7, 1, 1, 1.5, 2.2]

/**
 * Adds reads of feeds and clicks on links since people subscribed, counted until today. The last read of each
 * application is the one before the clock's time.
 */
export async function addFeedActivity(ctx: AppContext, readers: Reader[], today: number, random: Random) {
  const publisherId = readers[0]!.subscriber.publisherId
  const revision = await currentRevision(ctx.db, publisherId)
  const links = await listLinks(ctx, publisherId)
  const counts: Count[] = []
  const clicked = new Set<ClickedLink>()
  const count = (name: Count['name'], at: number, value: number) => {
    if (value > 0) counts.push({ name, at, value })
  }
  const click = (at: number) => {
    // People look at what is next.
    const near = links.filter(({ startAt }) => startAt > at && startAt < at + CLICKED_BEFORE_MS)
    const link = near.length > 0 ? pick(random, near).link : undefined
    if (!link) return
    clicked.add(link)
    count('clicks', at, 1)
    count(clicksOf(link), at, 1)
  }
  const reads = readers.map((reader) => {
    const { subscriber, application, stopsAt } = reader
    let sum = 0
    for (let at = subscriber.created; at <= Math.min(stopsAt, today); at += DAY_MS) {
      const value = Math.round((READS_A_DAY[application] ?? 2) * (0.7 + random() * 0.6))
      count(readsOf(application), at, value)
      count(readersOf(application), at, 1)
      if (random() < CLICKS_A_DAY * ACTIVITY_BY_DAY[new Date(at).getUTCDay()]!) click(at)
      sum += value
    }
    const at = Math.max(subscriber.created, lastPoll(reader, ctx.now()))
    return { publisherId, subscriberId: subscriber.id, application, reads: sum, at, etag: '', revision }
  })
  await transact(ctx.db, async (tx) => {
    await addReads(tx, publisherId, reads)
    await addCounts(tx, publisherId, counts)
    await saveClickedLinks(tx, publisherId, [...clicked])
  })
}

/** The quick links of the public events, in the order of their starts. */
async function listLinks({ db }: AppContext, publisherId: number) {
  const rows = await db
    .selectFrom('event')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('private', '=', 0)
    .orderBy('start_at')
    .orderBy('name')
    .execute()
  const events = await listEventsById(
    db,
    publisherId,
    rows.map(({ id }) => id),
  )
  return events
    .sort((a, b) => a.startAt - b.startAt || (a.name < b.name ? -1 : 1))
    .flatMap(({ id: eventId, name: eventName, startDate: eventDate, startAt, quickLinks }) =>
      quickLinks.map(({ position, name: linkName }) => ({
        startAt,
        link: { eventId, position, eventName, eventDate, linkName },
      })),
    )
}
