import { periodOf, type Planned } from './season.ts'
import { COMPANY } from './service.ts'

/** An event that was published, as it should be now. */
export interface Published extends Planned {
  id: string
  sequence: number
}

export interface Club {
  name: string
  calendarId: string
  fixtures: Published[]
}

export interface Person {
  email: string
  clubs: Club[]
  svcId: string
  feedUrl: string
  manageUrl: string
  private: Published | undefined
  /** The day it left. */
  endedOn?: string
}

/** All that was published and who follows it: what every program is held against. */
export interface World {
  clubs: Club[]
  people: Person[]
}

/** One event as a program shows it. */
export interface Seen {
  uid: string
  /** UTC as `2025-10-26T14:00Z`; days for what lasts all day, the end exclusive. */
  start: string
  end: string
  name: string
  location: string
  sequence: number
  /** Triggers as ISO 8601 durations. */
  alarms: string
}

export type Facts = (keyof Seen)[]

/** What a person's calendar should show. */
export function expectedOf(person: Person, host: string): Seen[] {
  if (person.endedOn) return [stubOf(person.endedOn)]
  const events = person.clubs.flatMap((club) => club.fixtures)
  return [...events, ...(person.private ? [person.private] : [])].map((event) => expectedEvent(event, host))
}

/** The facts of a published event that programs show. */
export function expectedEvent(event: Published, host: string): Seen {
  const { name, location, sequence } = event
  const alarms = event.alerts.map((alert) => (alert.endsWith('D') ? `-P${alert}` : `-PT${alert}`))
  const uid = `${event.id}@${host}`
  return { uid, ...periodOf(event), name, location, sequence, alarms: alarms.join(' ') }
}

/** The one event of a subscription that has ended. Its UID is the service's own affair. */
function stubOf(date: string): Seen {
  const { start, end } = periodOf({ date, time: null, minutes: 0, zone: 'Europe/London' })
  return {
    uid: '',
    start,
    end,
    name: `${COMPANY}: subscription ended`,
    location: '',
    sequence: 0,
    alarms: '',
  }
}

/** How the events a program shows differ from those it should, in some facts; empty when they don't. */
export function differences(expected: Seen[], seen: Partial<Seen>[], facts: Facts): string[] {
  const left = new Map<string, number>()
  const count = (line: string, by: number) => left.set(line, (left.get(line) ?? 0) + by)
  for (const event of expected) count(lineOf(event.uid ? event : { ...event, uid: '*' }, facts), 1)
  const stub = expected.length === 1 && expected[0]!.uid === ''
  for (const event of seen) count(lineOf(stub ? { ...event, uid: '*' } : event, facts), -1)
  return [...left].flatMap(([line, times]) => {
    if (times === 0) return []
    return times > 0 ? `missing ${line}` : `not expected ${line}`
  })
}

function lineOf(event: Partial<Seen>, facts: Facts): string {
  return facts.map((fact) => String(event[fact])).join(' | ')
}
