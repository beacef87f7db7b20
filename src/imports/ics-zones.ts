import ICAL from 'ical.js'
import { isTimeZone, localToUtc, utcToLocal } from '../time/zone.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** How a file's wall times (milliseconds, written as if they were UTC) and instants (epoch ms) go together. */
export interface WallZone {
  /** The IANA name, where it has one that stands for itself. */
  name?: string
  toUtc(wall: number): number
  toWall(at: number): number
}

/** Times that end in `Z`. Nobody means by them that an event takes place in UTC. */
export const UTC_TIMES: WallZone = { toUtc: (wall) => wall, toWall: (at) => at }

export function ianaZone(name: string): WallZone {
  return { name, toUtc: (wall) => localToUtc(name, wall), toWall: (at) => utcToLocal(name, at) }
}

/**
 * Finds zones by TZID: an IANA name, also at the end of a longer one (`/mozilla.org/20050126_1/Europe/Berlin`);
 * a Windows name; else by the file's own VTIMEZONE.
 */
export function zoneFinder(vtimezones: ICAL.Component[]): (tzid: string) => WallZone | undefined {
  const own = new Map(vtimezones.map((component) => [textOf(component, 'tzid'), component]))
  const known = new Map<string, WallZone | undefined>()
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
    if (!known.has(tzid)) known.set(tzid, find(tzid))
    return known.get(tzid)
  }
}

/** `/mozilla.org/20050126_1/America/Indiana/Knox` ends in `America/Indiana/Knox` and `Indiana/Knox`. */
function endings(tzid: string): string[] {
  const parts = tzid.split('/')
  return [3, 2].filter((count) => parts.length > count).map((count) => parts.slice(-count).join('/'))
}

/** 400 years, after which the calendar repeats, weekdays and all. */
const CYCLE_MS = 146_097 * 86_400_000

/** Undefined where the description can't be used. */
function describedZone(component: ICAL.Component): WallZone | undefined {
  const onsets = component.getAllSubcomponents().map(readOnset)
  if (!onsets.every((onset) => onset !== undefined)) return undefined
  const [first, ...others] = onsets
  if (!first) return undefined
  const earliest = others.reduce((best, onset) => (onset.wall < best.wall ? onset : best), first)
  const zone = new ICAL.Timezone(component)
  const toUtc = (wall: number) => icalTime(wall, zone).toUnixTime() * 1000
  const toWall = (at: number) => wallOf(icalTime(at, ICAL.Timezone.utcTimezone).convertToZone(zone))
  // Before the description begins ical.js takes UTC. A rule of each year is taken to hold before too, and is asked
  // for the same date 400 years later; else the clock is as the first change finds it.
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

/** From when on a part of a VTIMEZONE holds; undefined where it does not say, or can't be read. */
function readOnset(part: ICAL.Component) {
  const [start, from, to, rule] = ['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule'].map((name) =>
    part.getFirstPropertyValue(name),
  )
  if (!(start instanceof ICAL.Time && from instanceof ICAL.UtcOffset && to instanceof ICAL.UtcOffset))
    return undefined
  const recurs = rule instanceof ICAL.Recur
  // ical.js would follow another one for ever. Clocks are changed once a year.
  const sound = recurs && rule.freq === 'YEARLY' && rule.interval === 1 && !('BYHOUR' in rule.parts)
  if (recurs && !sound) return undefined
  const yearly = recurs && !rule.until && !rule.count
  return { wall: wallOf(start), offsetBefore: from.toSeconds() * 1000, yearly }
}

/** A wall time as ical.js has it; without a zone it is floating. */
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

/** The text of a component's property, or nothing. */
export function textOf(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}
