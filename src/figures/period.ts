import type { Db } from '../db/database.ts'
import { applicationRead, type Figure, lastDays } from './figure.ts'
import { listFigures, subscribersBefore } from './figure-store.ts'

/** The figures of some days up to today. */
export interface Period {
  /** How many were subscribed before the first day. */
  subscribersBefore: number
  days: DayFigures[]
  /** Reads in the whole period, the most first. */
  readsByApplication: { name: string; reads: number }[]
}

export interface DayFigures {
  /** YYYY-MM-DD, UTC. */
  day: string
  /** How many were subscribed when it ended, or are now. */
  subscribers: number
  joined: number
  left: number
  reads: number
  clicks: number
}

/** Reads the figures of so many days, today's among them. */
export async function readPeriod(db: Db, publisherId: number, now: number, days: number): Promise<Period> {
  const wanted = lastDays(now, days)
  const before = await subscribersBefore(db, publisherId, wanted[0]!)
  return periodOf(wanted, before, await listFigures(db, publisherId, wanted[0]!))
}

/** Exported for its test. */
export function periodOf(wanted: string[], before: number, figures: Figure[]): Period {
  const days = new Map(
    wanted.map((day): [string, DayFigures] => [
      day,
      { day, subscribers: 0, joined: 0, left: 0, reads: 0, clicks: 0 },
    ]),
  )
  // The clock may have been set back since something was counted: no figure gets lost by that.
  const lastDay = wanted.at(-1)!
  const reads = new Map<string, number>()
  for (const { name, day, value } of figures) {
    const counted = days.get(day > lastDay ? lastDay : day)!
    const application = applicationRead(name)
    if (application !== undefined) reads.set(application, (reads.get(application) ?? 0) + value)
    counted[application === undefined ? (name as 'joined' | 'left' | 'clicks') : 'reads'] += value
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
