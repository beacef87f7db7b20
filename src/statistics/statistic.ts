import { addDays, dayAt } from '../time/day.ts'

/** A longer name of a campaign is cut. */
export const CAMPAIGN_LETTERS = 60

/**
 * Names of daily counts. `pushRequests` are those to providers of calendars. Reads are counted by application, `reads:Google Calendar`; feeds that an application read
 * on the day, each once, `readers:Google Calendar`; fetches of changes by the minutes they took too,
 * `lag:60:Google Calendar`.
 */
export type StatisticName =
  | 'joined'
  | 'left'
  | 'clicks'
  | 'pushRequests'
  | `reads:${string}`
  | `readers:${string}`
  | `lag:${number}:${string}`
  | DetailName

/**
 * Names of the counts that say what another count is made of: who joined and left by calendar, widget and campaign,
 * clicks by event and position of the link.
 */
export type DetailName = `${'joined' | 'left'}:${OriginKind}:${string}` | `clicks:${string}`

/** `widget` and `campaign`: by which somebody joined. The key of people without a widget is empty. */
export type OriginKind = 'calendar' | 'widget' | 'campaign'

/** A count of one day. */
export interface Statistic {
  name: StatisticName
  /** YYYY-MM-DD in the publisher's zone. */
  day: string
  value: number
}

/** A count whose day is not known yet. */
export interface Count {
  name: StatisticName
  /** Epoch ms. */
  at: number
  value: number
}

const READS = 'reads:'
const READERS = 'readers:'
const DETAIL = /^(joined|left|clicks):/
const QUARTER_MS = 900_000

export function readsOf(application: string): StatisticName {
  return `${READS}${application}`
}

export function readersOf(application: string): StatisticName {
  return `${READERS}${application}`
}

/** The application of a count of reads; undefined for other counts. */
export function applicationRead(name: StatisticName): string | undefined {
  return name.startsWith(READS) ? name.slice(READS.length) : undefined
}

/** The application of a count of readers; undefined for other counts. */
export function applicationOfReaders(name: StatisticName): string | undefined {
  return name.startsWith(READERS) ? name.slice(READERS.length) : undefined
}

/** True for the names of `DetailName`. */
export function isDetail(name: StatisticName): name is DetailName {
  return DETAIL.test(name)
}

/**
 * The beginning of the quarter of an hour of an instant, both in epoch ms. In every zone days begin with one, so counts
 * of a quarter are of one day, whatever the zone.
 */
export function quarterOf(at: number): number {
  return Math.floor(at / QUARTER_MS) * QUARTER_MS
}

/** Adds up counts by name and day. */
export function statisticsOf(timezone: string, counts: Count[]): Statistic[] {
  const summed = new Map<string, Statistic>()
  for (const { name, at, value } of counts) {
    const day = dayAt(timezone, at)
    const key = `${day} ${name}`
    const statistic = summed.get(key)
    if (statistic) statistic.value += value
    else summed.set(key, { name, day, value })
  }
  return [...summed.values()]
}

/** A number of days up to and including one (YYYY-MM-DD), ascending. */
export function lastDays(day: string, days: number): string[] {
  return Array.from({ length: days }, (_, index) => addDays(day, index - days + 1))
}
