import ICAL from 'ical.js'
import { isTimeZone, localToUtc, utcToLocal } from '../time/zone.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** Converts between a file's local times (ms as if in UTC) and instants (epoch ms). */
export interface WallZone {
  /** The IANA name, if an event can have this zone. */
  name?: string
  toUtc(wall: number): number
  toWall(at: number): number
}

/** The zone of times that end in `Z`. It has no name, since nobody means that an event takes place in UTC. */
export const UTC_TIMES: WallZone = { toUtc: (wall) => wall, toWall: (at) => at }

export function ianaZone(name: string): WallZone {
  return { name, toUtc: (wall) => localToUtc(name, wall), toWall: (at) => utcToLocal(name, at) }
}

/**
 * Returns a function that finds a zone by TZID: an IANA name, also at the end of a longer text
 * (`/mozilla.org/20050126_1/Europe/Berlin`); a Windows name; otherwise the file's own VTIMEZONE.
 */
export function zoneFinder(vtimezones: ICAL.Component[]): (tzid: string) => WallZone | undefined {
  const own = new Map(vtimezones.map((component) => [textOf(component, 'tzid'), component]))
  const cache = new Map<string, WallZone | undefined>()
  const find = (tzid: string): WallZone | undefined => {
    const component = own.get(tzid)
    const location = component ? textOf(component, 'x-lic-location') : ''
    const name = [tzid, ...endings(tzid), WINDOWS_ZONES[tzid], location].find(
      (text) => text && isTimeZone(text),
    )
    if (name) return ianaZone(name)
    return component && describedZone(component)
  }
  return (tzid) => {
    if (!cache.has(tzid)) cache.set(tzid, find(tzid))
    return cache.get(tzid)
  }
}

/** `/mozilla.org/20050126_1/America/Indiana/Knox` ends in `America/Indiana/Knox` and `Indiana/Knox`. */
function endings(tzid: string): string[] {
  const parts = tzid.split('/')
  return [3, 2].filter((count) => parts.length > count).map((count) => parts.slice(-count).join('/'))
}

/** After 400 years the calendar repeats, including weekdays. */
const CYCLE_MS = 146_097 * 86_400_000

/** A zone from its VTIMEZONE; undefined if that is unusable. */
function describedZone(component: ICAL.Component): WallZone | undefined {
  const onsets = component.getAllSubcomponents().map(readOnset)
  if (!onsets.every((onset) => onset !== undefined)) return undefined
  const [first, ...others] = onsets
  if (!first) return undefined
  const earliest = others.reduce((best, onset) => (onset.wall < best.wall ? onset : best), first)
  const zone = new ICAL.Timezone(component)
  const toUtc = (wall: number) => icalTime(wall, zone).toUnixTime() * 1000
  const toWall = (at: number) => wallOf(icalTime(at, ICAL.Timezone.utcTimezone).convertToZone(zone))
  // Before the first onset ical.js uses UTC. We assume that a yearly rule also applied before, and ask for
  // the same date 400 years later; without a rule the offset is the one before the first change.
  const { wall: begin, offsetBefore, yearly } = earliest
  const cycles = (wall: number) => Math.ceil((begin - wall) / CYCLE_MS)
  return {
    toUtc(wall) {
      if (wall >= begin) return toUtc(wall)
      return yearly ? toUtc(wall + cycles(wall) * CYCLE_MS) - cycles(wall) * CYCLE_MS : wall - offsetBefore
    },
    toWall(at) {
      const wall = at + offsetBefore
      if (wall >= begin) return toWall(at)
      return yearly ? toWall(at + cycles(wall) * CYCLE_MS) - cycles(wall) * CYCLE_MS : wall
    },
  }
}

/** The first onset of a STANDARD or DAYLIGHT part; undefined if it is missing or unreadable. */
function readOnset(part: ICAL.Component) {
  const [start, from, to, rule] = ['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule'].map((name) =>
    part.getFirstPropertyValue(name),
  )
  if (!(start instanceof ICAL.Time && from instanceof ICAL.UtcOffset && to instanceof ICAL.UtcOffset))
    return undefined
  const recurs = rule instanceof ICAL.Recur
  // ical.js never ends on some other rules. Clocks change once a year.
  const isYearly = recurs && rule.freq === 'YEARLY' && rule.interval === 1 && !('BYHOUR' in rule.parts)
  if (recurs && !isYearly) return undefined
  const yearly = recurs && !rule.until && !rule.count
  return { wall: wallOf(start), offsetBefore: from.toSeconds() * 1000, yearly }
}

/** A local time for ical.js; without a zone it is floating. */
export function icalTime(wall: number, zone = ICAL.Timezone.localTimezone, isDate = false): ICAL.Time {
  const date = new Date(wall)
  const parts = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate,
  }
  return new ICAL.Time(parts, zone)
}

export function wallOf(time: ICAL.Time): number {
  return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
}

/** The text of a component's property, or ''. */
export function textOf(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}
