import { memoize } from './memoize.ts'
import { TABLE_FROM, type ZoneTable, zoneTable } from './zone-table.ts'

/** A clock change on the n-th or last weekday of a month, each year. */
export interface Onset {
  /** 1 to 12. */
  month: number
  /** 1 to 4, or -1 for the last. */
  week: number
  /** 0 is Sunday. */
  weekday: number
  /** Milliseconds after midnight, by the clock before the change. */
  timeOfDay: number
  /** The offset after the change, in ms east of UTC. */
  offset: number
}

/** The yearly rule of a zone. It applies from `since` (epoch ms) on. */
export type YearlyRule =
  | { kind: 'fixed'; since: number; offset: number }
  | { kind: 'seasonal'; since: number; standard: Onset; daylight: Onset }

/**
 * The years that the rule is read from, up to the end of the tables: after all changes that are only
 * announced.
 */
const STEADY_FROM = Date.UTC(2030, 0, 1)
const STEADY_YEARS = 11

const DAY = 86_400_000
const YEAR = 366 * DAY

/**
 * The yearly rule of a zone; undefined if it has no rule of the form "n-th or last weekday of a month", as
 * Africa/Casablanca (Ramadan) or Asia/Jerusalem (the Friday before a Sunday).
 */
export const yearlyRule = memoize(1000, (zone: string): YearlyRule | undefined => {
  const table = zoneTable(zone)
  const changes = table.starts.map((_, i) => describeChange(table, i))
  const steady = changes.filter((change) => change.time >= STEADY_FROM)
  if (steady.length === 0) {
    return { kind: 'fixed', since: changes.at(-1)?.time ?? TABLE_FROM, offset: table.offsets.at(-1)! }
  }
  if (steady.length !== 2 * STEADY_YEARS) return undefined
  const first = commonOnset(steady.filter((_, i) => i % 2 === 0))
  const second = commonOnset(steady.filter((_, i) => i % 2 === 1))
  if (!first || !second) return undefined
  const [standard, daylight] = first.offset < second.offset ? [first, second] : [second, first]
  return { kind: 'seasonal', since: firstOfRun(changes, [standard, daylight]), standard, daylight }
})

interface Change extends Omit<Onset, 'week'> {
  time: number
  /** The values of `Onset.week` that match: n for the n-th weekday of its month, and -1 if it is the last. */
  weeks: number[]
}

function describeChange({ starts, offsets }: ZoneTable, index: number): Change {
  const wall = new Date(starts[index]! + offsets[index]!)
  const isLast = new Date(wall.getTime() + 7 * DAY).getUTCMonth() !== wall.getUTCMonth()
  const nth = Math.ceil(wall.getUTCDate() / 7)
  return {
    time: starts[index]!,
    weeks: isLast ? [-1, nth] : [nth],
    month: wall.getUTCMonth() + 1,
    weekday: wall.getUTCDay(),
    timeOfDay: wall.getTime() % DAY,
    offset: offsets[index + 1]!,
  }
}

/** The onset that matches all these changes. */
function commonOnset(changes: Change[]): Onset | undefined {
  const { month, weekday, timeOfDay, offset, weeks } = changes[0]!
  const candidates = weeks.map((week) => ({ month, week, weekday, timeOfDay, offset }))
  return candidates.find((onset) => changes.every((change) => follows(change, onset)))
}

function follows(change: Change, onset: Onset): boolean {
  return (
    change.weeks.includes(onset.week) &&
    change.month === onset.month &&
    change.weekday === onset.weekday &&
    change.timeOfDay === onset.timeOfDay &&
    change.offset === onset.offset
  )
}

/**
 * The time of the first change in the unbroken run that follows the onsets; a year without a change breaks
 * it.
 */
function firstOfRun(changes: Change[], onsets: Onset[]): number {
  let since = changes.at(-1)!.time
  for (const change of changes.toReversed()) {
    if (since - change.time > YEAR || !onsets.some((onset) => follows(change, onset))) break
    since = change.time
  }
  return since
}
