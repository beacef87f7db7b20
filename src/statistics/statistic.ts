/**
 * Names of daily counts. Reads are counted by application, `reads:Google Calendar`; fetches of changes by the
 * minutes they took too, `lag:60:Google Calendar`.
 */
export type StatisticName = 'joined' | 'left' | 'clicks' | `reads:${string}` | `lag:${number}:${string}`

/** A count of one day. */
export interface Statistic {
  name: StatisticName
  /** YYYY-MM-DD, UTC. */
  day: string
  value: number
}

const READS = 'reads:'
const DAY_MS = 86_400_000

export function readsOf(application: string): StatisticName {
  return `${READS}${application}`
}

/** The application of a count of reads; undefined for other counts. */
export function applicationRead(name: StatisticName): string | undefined {
  return name.startsWith(READS) ? name.slice(READS.length) : undefined
}

/** The UTC day of an instant (epoch ms), as YYYY-MM-DD. */
export function statisticDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** A number of days up to and including that of `now`, ascending. */
export function lastDays(now: number, days: number): string[] {
  return Array.from({ length: days }, (_, index) => statisticDay(now - (days - 1 - index) * DAY_MS))
}
