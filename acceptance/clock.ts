// Summer time from the two countries' laws, so that the test does not compare one time zone database
// with another. No match is played in the hours that a clock change skips or repeats.

export type Zone = 'Europe/London' | 'America/New_York'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The standard offset of each zone, and the start and end of its summer time in UTC. */
const LAW: Record<Zone, { standard: number; summer: (year: number) => [from: number, to: number] }> = {
  // The Summer Time Act 1972 as amended in 2002: from 1:00 GMT
  // on the last Sunday of March to that of October.
  'Europe/London': {
    standard: 0,
    summer: (year) => [lastSunday(year, 3) + HOUR, lastSunday(year, 10) + HOUR],
  },
  // The Energy Policy Act of 2005: from 2:00 on the second Sunday of March to 2:00 on the first of November.
  'America/New_York': {
    standard: -5 * HOUR,
    summer: (year) => [sundayFrom(year, 3, 8) + 7 * HOUR, sundayFrom(year, 11, 1) + 6 * HOUR],
  },
}

/** The instant of a local date (YYYY-MM-DD) and time (HH:MM). */
export function instantOf(zone: Zone, date: string, time: string): number {
  const wall = Date.parse(`${date}T${time}Z`)
  return wall - offsetAt(zone, wall - LAW[zone].standard)
}

/** The local time of an instant: `2025-10-26 14:00`. */
export function localTime(zone: Zone, instant: number): string {
  const wall = new Date(instant + offsetAt(zone, instant))
  return wall.toISOString().slice(0, 16).replace('T', ' ')
}

/** The UTC time of an instant: `2025-10-26T14:00Z`. */
export function utcTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
}

/** The days between two dates on which London's clocks change. */
export function clockChanges(from: string, to: string): string[] {
  const years = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  const days = [...new Set(years)].flatMap((year) => LAW['Europe/London'].summer(year))
  return days
    .map((instant) => new Date(instant).toISOString().slice(0, 10))
    .filter((day) => day > from && day < to)
}

function offsetAt(zone: Zone, instant: number): number {
  const { standard, summer } = LAW[zone]
  const [from, to] = summer(new Date(instant).getUTCFullYear())
  return instant >= from && instant < to ? standard + HOUR : standard
}

function lastSunday(year: number, month: number): number {
  return sundayFrom(year, month, 25) // for months with 31 days
}

/** The first Sunday on or after a day. */
function sundayFrom(year: number, month: number, day: number): number {
  const first = Date.UTC(year, month - 1, day)
  return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY
}
