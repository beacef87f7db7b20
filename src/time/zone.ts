import { Temporal } from 'temporal-polyfill'
import { TABLE_FROM, TABLE_TO, zoneId, zoneTable } from './zone-table.ts'

/** More than any offset: a wall time this far inside the tables' span is an instant inside it. */
const MARGIN = 86_400_000

/**
 * Whether the runtime knows this IANA name, `US/Eastern` and other old ones included, in any letter case.
 * Offsets such as `+02:00` are no names.
 */
export function isTimeZone(name: string): boolean {
  return zoneId(name) !== undefined
}

/** Milliseconds east of UTC at an instant (epoch ms). */
export function offsetAt(zone: string, time: number): number {
  const table = zoneTable(zone)
  if (time >= TABLE_FROM && time < TABLE_TO) return table.offsets[countUpTo(table.starts, time)]!
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
}

/** The wall time of an instant (epoch ms), written as if it were UTC. */
export function utcToLocal(zone: string, time: number): number {
  return time + offsetAt(zone, time)
}

/**
 * The instant (epoch ms) of a wall time, written as if it were UTC. A time that a clock change skips is read
 * with the offset before it, one that it repeats is the first of the two (RFC 5545, 3.3.5).
 */
export function localToUtc(zone: string, local: number): number {
  const table = zoneTable(zone)
  if (local >= TABLE_FROM + MARGIN && local < TABLE_TO - MARGIN) {
    return local - table.offsets[countUpTo(table.localStarts, local)]!
  }
  const wall = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime()
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** How many of the ascending numbers are not above `limit`. */
function countUpTo(sorted: number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
