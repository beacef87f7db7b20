import { Temporal } from 'temporal-polyfill'
import { memoize } from './memoize.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** The time span of the tables, epoch ms: nearly all events are in it. */
export const TABLE_FROM = Date.UTC(2015, 0, 1)
export const TABLE_TO = Date.UTC(2041, 0, 1)

/** Shorter than the time between any two clock changes: the shortest is 7 days, Asia/Gaza in 2040. */
const STEP = 4 * DAY

/** The clock changes of a zone within the span, in order. Times in epoch ms, offsets in ms east of UTC. */
export interface ZoneTable {
  starts: number[]
  /** The local time, in ms as if in UTC, from which the offset after each change applies. */
  localStarts: number[]
  /** One more than `starts`: `offsets[0]` applies before the first change. */
  offsets: number[]
}

const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/
const MAX_NAME_LENGTH = 40

/**
 * The runtime's id of a zone; undefined if it is unknown. Tables are cached by id, since thousands of
 * spellings (in letter case) can have the same id.
 */
export function zoneId(name: string): string | undefined {
  return name.length <= MAX_NAME_LENGTH && NAME.test(name) ? knownId(name) : undefined
}

const knownId = memoize(2000, (name: string) => {
  try {
    // Intl accepts abbreviations such as IST, which mean different zones to different readers; Temporal
    // refuses them.
    new Temporal.ZonedDateTime(0n, name)
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
})

/** The table of a zone, built on first use in 2 to 5 ms. */
export function zoneTable(name: string): ZoneTable {
  const id = zoneId(name)
  if (id === undefined) throw new RangeError(`Unknown time zone: ${name}`)
  return tableOf(id)
}

// The runtime has about 450 ids, so the limit is never reached.
const tableOf = memoize(1000, (id: string): ZoneTable => {
  const offset = offsetReader(id)
  const starts: number[] = []
  const offsets = [offset(TABLE_FROM)]
  for (let time = TABLE_FROM; time < TABLE_TO; time += STEP) {
    const before = offsets.at(-1)!
    const after = offset(time + STEP)
    if (after === before) continue
    starts.push(changeBetween(time, time + STEP, (middle) => offset(middle) === before))
    offsets.push(after)
  }
  // A skipped local time has the offset before the change; a repeated one is its first occurrence.
  const localStarts = starts.map((start, i) => start + Math.max(offsets[i]!, offsets[i + 1]!))
  return { starts, localStarts, offsets }
})

/** Finds the first minute after `low` for which `before` is false; it is false for `high`. */
function changeBetween(low: number, high: number, before: (time: number) => boolean): number {
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
    if (before(middle)) low = middle
    else high = middle
  }
  return high
}

/** Returns a function that reads the offset from a text such as `7/14/2017, GMT+05:30`; `GMT` alone is 0. */
function offsetReader(id: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' })
  return (time) => {
    const text = format.format(time)
    const sign = text.indexOf('GMT') + 3
    if (sign === text.length) return 0
    const minutes = Number(text.slice(sign + 1, sign + 3)) * 60 + Number(text.slice(sign + 4, sign + 6))
    return (text[sign] === '-' ? -minutes : minutes) * MINUTE
  }
}
