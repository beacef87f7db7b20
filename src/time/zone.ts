import { Temporal } from 'temporal-polyfill'
import { TABLE_FROM, TABLE_TO, zoneId, zoneTable } from './zone-table.ts'

/** Larger than any offset: a local time this far inside the tables' span is an instant inside it. */
const MARGIN = 86_400_000

/**
 * True for an IANA name that the runtime knows, in any letter case, including old ones such as `US/Eastern`.
 * An offset such as `+02:00` is not a name.
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

/** The local time of an instant (epoch ms), in ms as if in UTC. */
export function utcToLocal(zone: string, time: number): number {
  return time + offsetAt(zone, time)
}

/** An instant (epoch ms) as local time in the form of RFC 3339: `2026-08-15T12:30:00+01:00`. */
export function withOffset(at: number, timezone: string): string {
  const minutes = Math.round(offsetAt(timezone, at) / 60_000)
  const local = new Date(utcToLocal(timezone, at)).toISOString().slice(0, 19)
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`
}

/**
 * The instant (epoch ms) of a local time, in ms as if in UTC. A time that a clock change skips has the offset
 * before the change, and a repeated time is the first one (RFC 5545, 3.3.5).
 */
export function localToUtc(zone: string, local: number): number {
  const table = zoneTable(zone)
  if (local >= TABLE_FROM + MARGIN && local < TABLE_TO - MARGIN) {
    return local - table.offsets[countUpTo(table.localStarts, local)]!
  }
  const wall = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime()
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** The number of elements of an ascending list that are not above `limit`. */
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
