import type { Db } from '../db/database.ts'
import { addDays } from '../time/day.ts'
import { applicationOfReaders, applicationRead, lastDays, type Statistic } from './statistic.ts'
import { listStatistics, subscribersBefore } from './statistic-store.ts'

/** Days of a publisher, YYYY-MM-DD in its zone, both included. */
export interface Span {
  from: string
  to: string
}

/** The statistics of some days. */
export interface Period {
  /** Active subscribers before the first day. */
  subscribersBefore: number
  days: DayStatistics[]
  /** As many days before them. */
  before: Span & DaySums
  /** Reads in the whole period, sorted by number, descending. */
  readsByApplication: { name: string; reads: number }[]
  /** The feeds that each application read on each of the days; sorted by their sum, descending. */
  readersByApplication: { name: string; feeds: number[] }[]
}

interface DaySums {
  joined: number
  left: number
  reads: number
  clicks: number
}

export interface DayStatistics extends DaySums {
  /** YYYY-MM-DD, in the publisher's zone. */
  day: string
  /** Active subscribers at the end of the day, or now. */
  subscribers: number
}

/** Returns as many days as a span has, right before it. */
export function spanBefore({ from, to }: Span): Span {
  return { from: addDays(from, -lengthOf({ from, to })), to: addDays(from, -1) }
}

/** The number of days in a span. */
export function lengthOf({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** Reads the statistics of a span that ends today (YYYY-MM-DD) or before. */
export async function readPeriod(db: Db, publisherId: number, span: Span, today: string): Promise<Period> {
  const { from } = spanBefore(span)
  const [before, statistics] = [
    await subscribersBefore(db, publisherId, span.from),
    await listStatistics(db, publisherId, from),
  ]
  // If the clock or the zone was set back, there are statistics of future days: count them for today.
  const upToNow = statistics.map((statistic) =>
    statistic.day > today ? { ...statistic, day: today } : statistic,
  )
  return periodOf(
    span,
    before,
    upToNow.filter(({ day }) => day <= span.to),
  )
}

/** `statistics`: of the span and of the span before it. */
function periodOf(span: Span, subscribersBefore: number, statistics: Statistic[]): Period {
  const dayNames = lastDays(span.to, lengthOf(span))
  const places = new Map(dayNames.map((day, index) => [day, index]))
  const days = dayNames.map((day) => ({ day, subscribers: 0, ...noSums() }))
  const before = { ...spanBefore(span), ...noSums() }
  const reads = new Map<string, number>()
  const readers = new Map<string, number[]>()
  for (const { name, day, value } of statistics) {
    const place = places.get(day)
    const sums = place === undefined ? before : days[place]!
    const application = applicationRead(name)
    const reader = applicationOfReaders(name)
    if (application !== undefined) {
      sums.reads += value
      if (place !== undefined) reads.set(application, (reads.get(application) ?? 0) + value)
    } else if (reader !== undefined && place !== undefined) {
      const feeds = readers.get(reader) ?? dayNames.map(() => 0)
      feeds[place]! += value
      readers.set(reader, feeds)
    } else if (name === 'joined' || name === 'left' || name === 'clicks') sums[name] += value
  }
  let subscribers = subscribersBefore
  for (const day of days) {
    subscribers += day.joined - day.left
    day.subscribers = subscribers
  }
  const total = ({ feeds }: { feeds: number[] }) => feeds.reduce((sum, own) => sum + own, 0)
  return {
    subscribersBefore,
    days,
    before,
    readsByApplication: [...reads]
      .map(([name, count]) => ({ name, reads: count }))
      .sort((a, b) => b.reads - a.reads),
    readersByApplication: [...readers]
      .map(([name, feeds]) => ({ name, feeds }))
      .sort((a, b) => total(b) - total(a)),
  }
}

function noSums(): DaySums {
  return { joined: 0, left: 0, reads: 0, clicks: 0 }
}
