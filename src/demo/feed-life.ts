import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { addReads } from '../feeds/feed-reads.ts'
import { type Figure, figureDay, readsOf } from '../figures/figure.ts'
import { addToFigures } from '../figures/figure-store.ts'
import type { Subscriber } from '../subscribers/subscriber.ts'
import { pick, type Random } from './random.ts'

const DAY_MS = 86_400_000

/** How often applications ask in a day; the aggregators ask for each feed too. */
const READS_A_DAY: Record<string, number> = {
  'Google Calendar': 3,
  'Apple Calendar (iOS)': 9,
  'Apple Calendar (macOS)': 14,
  Outlook: 8,
  'Microsoft 365': 4,
}
/** What people say they use, and what reads the feed then. */
const READERS: Record<string, string[]> = {
  'Apple Calendar': ['Apple Calendar (iOS)', 'Apple Calendar (iOS)', 'Apple Calendar (macOS)'],
}
/** Of all feeds, those that are not read any more: a new phone, a calendar that was removed. */
const GONE_QUIET = 0.08
const CLICKS_A_DAY = 0.05
/** Many look on the days around a weekend's matches. Sunday first. */
const WEEK = [1.4, 0.6, 0.7, 1, 1, 1.5, 2.2]

/** Feeds that were read and links that were followed since people subscribed. */
export async function liveOn(ctx: AppContext, people: Subscriber[], today: number, random: Random) {
  const publisherId = people[0]!.publisherId
  const figures = new Map<string, Figure>()
  const count = (name: Figure['name'], at: number, value: number) => {
    const figure = { name, day: figureDay(at), value }
    const key = `${name} ${figure.day}`
    if (value > 0) figures.set(key, { ...figure, value: (figures.get(key)?.value ?? 0) + value })
  }
  const reads = people.map((person) => {
    const said = person.profile.applications?.[0] ?? 'Other'
    const application = pick(random, READERS[said] ?? [said])
    const quietFor = random() < GONE_QUIET ? 10 + random() * 60 : 0
    const last = Math.max(person.created, today - (quietFor + random() * 0.1) * DAY_MS)
    let sum = 0
    for (let at = person.created; at <= last; at += DAY_MS) {
      const value = Math.round((READS_A_DAY[application] ?? 2) * (0.7 + random() * 0.6))
      count(readsOf(application), at, value)
      count('clicks', at, random() < CLICKS_A_DAY * WEEK[new Date(at).getUTCDay()]! ? 1 : 0)
      sum += value
    }
    const { id: subscriberId } = person
    return { publisherId, subscriberId, application, reads: sum, at: Math.round(last), version: '' }
  })
  await transact(ctx.db, async (tx) => {
    await addReads(tx, publisherId, reads)
    await addToFigures(tx, publisherId, [...figures.values()])
  })
}
