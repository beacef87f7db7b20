import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { addReads } from '../feeds/feed-reads.ts'
import { currentRevision } from '../revisions/revision.ts'
import { readsOf, type Statistic, statisticDay } from '../statistics/statistic.ts'
import { addToStatistics } from '../statistics/statistic-store.ts'
import type { Random } from './random.ts'
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
/** Relative activity by day of the week, Sunday first: most around a weekend's matches. */
const ACTIVITY_BY_DAY = [1.4, 0.6, 0.7, 1, 1, 1.5, 2.2]

/**
 * Adds reads of feeds and clicks on links since people subscribed, counted until today. The last read of each
 * application is the one before the clock's time.
 */
export async function addFeedActivity(ctx: AppContext, readers: Reader[], today: number, random: Random) {
  const publisherId = readers[0]!.subscriber.publisherId
  const revision = await currentRevision(ctx.db, publisherId)
  const statistics = new Map<string, Statistic>()
  const count = (name: Statistic['name'], at: number, value: number) => {
    const statistic = { name, day: statisticDay(at), value }
    const key = `${name} ${statistic.day}`
    if (value > 0) statistics.set(key, { ...statistic, value: (statistics.get(key)?.value ?? 0) + value })
  }
  const reads = readers.map((reader) => {
    const { subscriber, application, stopsAt } = reader
    let sum = 0
    for (let at = subscriber.created; at <= Math.min(stopsAt, today); at += DAY_MS) {
      const value = Math.round((READS_A_DAY[application] ?? 2) * (0.7 + random() * 0.6))
      count(readsOf(application), at, value)
      count('clicks', at, random() < CLICKS_A_DAY * ACTIVITY_BY_DAY[new Date(at).getUTCDay()]! ? 1 : 0)
      sum += value
    }
    const at = Math.max(subscriber.created, lastPoll(reader, ctx.now()))
    return { publisherId, subscriberId: subscriber.id, application, reads: sum, at, etag: '', revision }
  })
  await transact(ctx.db, async (tx) => {
    await addReads(tx, publisherId, reads)
    await addToStatistics(tx, publisherId, [...statistics.values()])
  })
}
