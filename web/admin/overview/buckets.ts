import type { Overview } from '../../../src/http/admin/overview-schemas.ts'

export type DayStatistics = Overview['days'][number]

/** The greatest number of days drawn one by one. More are drawn by week. */
const MAX_DAYS = 100

/** A day, or a week from Monday on, of which some days may be missing. */
export interface Bucket {
  /** The first and the last of its days, YYYY-MM-DD. */
  from: string
  to: string
  /** The places of its days in the statistics. */
  places: number[]
  /** Today is in it, or it is the rest of a week. */
  partial: boolean
  /** Today is in it. */
  unfinished: boolean
  joined: number
  left: number
  clicks: number
  /** At the end of its last day; null before anybody had subscribed, so that nothing is drawn there. */
  subscribers: number | null
}

/** Puts days together as a chart draws them. No day is left out, so all sums stay. */
export function bucketsOf({ days, today, subscribersBefore }: Overview): Bucket[] {
  const byWeek = isByWeek(days)
  const groups = Map.groupBy(days.keys(), (place) => (byWeek ? mondayOf(days[place]!.day) : place))
  let anybody = subscribersBefore > 0
  return [...groups.values()].map((places) => {
    const own = places.map((place) => days[place]!)
    const last = own.at(-1)!
    const sum = (name: 'joined' | 'left' | 'clicks') => own.reduce((total, day) => total + day[name], 0)
    const unfinished = last.day === today
    anybody ||= own.some(({ joined }) => joined > 0)
    return {
      ...{ from: own[0]!.day, to: last.day, places, unfinished },
      partial: unfinished || (byWeek && own.length < 7),
      ...{ joined: sum('joined'), left: sum('left'), clicks: sum('clicks') },
      subscribers: anybody ? last.subscribers : null,
    }
  })
}

/** Returns whether a chart of these days has a bar for each week. */
export function isByWeek(days: unknown[]): boolean {
  return days.length > MAX_DAYS
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
