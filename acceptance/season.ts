import { readFileSync } from 'node:fs'
import { addDays, instantOf, utcTime, type Zone } from './clock.ts'

/** A match in the season file; date and time are London's. */
interface Match {
  round: string
  date: string
  /** Undefined if not yet fixed. */
  time?: string
  team1: string
  team2: string
  status?: string
}

/** An event as the publisher plans it. */
export interface Planned {
  reference: string
  referenceType: string
  name: string
  location: string
  details: string
  date: string
  /** Null for an all-day event. */
  time: string | null
  minutes: number
  zone: Zone
  alerts: string[]
  link: { name: string; url: string }
}

export interface Season {
  name: string
  /** Sorted by name. */
  clubs: { name: string; reference: string }[]
  /** Each with the names of its clubs, the home club first. */
  fixtures: { planned: Planned; clubs: string[] }[]
}

const MATCH_MINUTES = 120

/** Reads a season file: each match is one fixture of both clubs. */
export function readSeason(file: string): Season {
  const { name, matches } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; matches: Match[] }
  const names = [...new Set(matches.flatMap(({ team1, team2 }) => [team1, team2]))].sort()
  const clubs = names.map((club) => ({ name: club, reference: slug(club) }))
  const fixtures = matches.map((match) => ({ planned: toFixture(match), clubs: [match.team1, match.team2] }))
  return { name, clubs, fixtures }
}

function toFixture({ round, date, time, team1, team2, status }: Match): Planned {
  const title = `${team1} v ${team2}`
  return {
    reference: slug(title),
    referenceType: slug(round),
    name: status ? `${title} (${status})` : title,
    location: `${team1} ground, Main Stand`,
    // All characters that need escaping, and enough multi-byte ones that a line is folded between them.
    details: `⚽ ${round}; gates open early, come early.\nAway fans: gate C\\D — “bring a scarf” 🧣🧣🧣`,
    date,
    time: time ?? null,
    minutes: MATCH_MINUTES,
    zone: 'Europe/London',
    alerts: ['15M', '1D'],
    link: {
      name: 'Tickets',
      url: `https://tickets.example.com/${slug(title)}?from=calendar&round=${slug(round)}`,
    },
  }
}

/** The body that creates or changes an event. */
export function toBody(event: Planned) {
  const { reference, referenceType, name, location, details, date, time, minutes, zone } = event
  const [endDate, endTime] = time === null ? [date] : wallClock(date, time, minutes)
  return {
    reference,
    referenceType,
    name,
    location,
    details,
    startDate: date,
    endDate,
    ...(time === null ? { allDay: 'yes' } : { allDay: 'no', startTime: time, endTime }),
    timezone: zone,
    alert: event.alerts[0] ?? '',
    alert2: event.alerts[1] ?? '',
    'quickLink[1][name]': event.link.name,
    'quickLink[1][url]': event.link.url,
    draft: 0,
  }
}

/** Start and end as calendar applications should have them: in UTC, or as days with an exclusive end. */
export function periodOf({ date, time, minutes, zone }: Planned): { start: string; end: string } {
  if (time === null) return { start: date, end: addDays(date, 1) }
  const start = instantOf(zone, date, time)
  return { start: utcTime(start), end: utcTime(start + minutes * 60_000) }
}

function wallClock(date: string, time: string, minutes: number): string[] {
  const end = Date.parse(`${date}T${time}Z`) + minutes * 60_000
  return new Date(end).toISOString().slice(0, 16).split('T')
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
