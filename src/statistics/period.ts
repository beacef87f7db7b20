import type { Db } from '../db/database.ts'
import { applicationRead, lastDays, type Statistic } from './statistic.ts'
import { listStatistics, subscribersBefore } from './statistic-store.ts'

/** The statistics of several days up to today. */
export interface Period {
  /** Active subscribers before the first day. */
  subscribersBefore: number
  days: DayStatistics[]
  /** Reads in the whole period, sorted by number, descending. */
  readsByApplication: { name: string; reads: number }[]
}

export interface DayStatistics {
  /** YYYY-MM-DD, UTC. */
  day: string
  /** Active subscribers at the end of the day, or now. */
  subscribers: number
  joined: number
  left: number
  reads: number
  clicks: number
}

/** Reads the statistics of a number of days, including today. */
export async function readPeriod(db: Db, publisherId: number, now: number, days: number): Promise<Period> {
  const dayNames = lastDays(now, days)
  const before = await subscribersBefore(db, publisherId, dayNames[0]!)
  return periodOf(dayNames, before, await listStatistics(db, publisherId, dayNames[0]!))
}

/** Exported for its test. */
export function periodOf(dayNames: string[], before: number, statistics: Statistic[]): Period {
  const days = new Map(
    dayNames.map((day): [string, DayStatistics] => [
      day,
      { day, subscribers: 0, joined: 0, left: 0, reads: 0, clicks: 0 },
    ]),
  )
  // If the clock was set back, there are statistics of future days: count them for today.
  const lastDay = dayNames.at(-1)!
  const reads = new Map<string, number>()
  for (const { name, day, value } of statistics) {
    const counted = days.get(day > lastDay ? lastDay : day)!
    const application = applicationRead(name)
    if (application !== undefined) {
      reads.set(application, (reads.get(application) ?? 0) + value)
      counted.reads += value
    } else if (name === 'joined' || name === 'left' || name === 'clicks') counted[name] += value
  }
  let subscribers = before
  for (const day of days.values()) {
    subscribers += day.joined - day.left
    day.subscribers = subscribers
  }
  const readsByApplication = [...reads].map(([name, count]) => ({ name, reads: count }))
  return {
    subscribersBefore: before,
    days: [...days.values()],
    readsByApplication: readsByApplication.sort((a, b) => b.reads - a.reads),
  }
}
