import { addDays } from './clock.ts'
import { periodOf, type Planned } from './season.ts'
import { COMPANY } from './service.ts'

/** A published event in its current state. */
export interface Published extends Planned {
  id: string
  sequence: number
}

export interface Club {
  name: string
  calendarId: string
  feedUrl: string
  /** A fixture is the same object in both of its clubs. */
  fixtures: Published[]
}

export interface Person {
  email: string
  clubs: Club[]
  svcId: string
  feedUrl: string
  manageUrl: string
  private: Published | undefined
  /** The day of unsubscribing. */
  endedOn?: string
}

/** All published events and their subscribers, which every application is compared with. */
export interface World {
  clubs: Club[]
  people: Person[]
}

/** The fixtures of some clubs, each once. */
export function fixturesOf(clubs: Club[]): Published[] {
  return [...new Set(clubs.flatMap((club) => club.fixtures))]
}

/** One event as an application shows it. */
export interface Seen {
  uid: string
  /** UTC as `2025-10-26T14:00Z`; for all-day events days, with an exclusive end. */
  start: string
  end: string
  name: string
  location: string
  sequence: number
  /** Triggers as ISO 8601 durations. */
  alarms: string
  /** The description, with `LINK` in place of the tracked URL. */
  text: string
}

/** Stands for the tracked URL of a quick link in a description. */
export const LINK = 'LINK'
/** The only event of an ended subscription. */
export const ENDED = `${COMPANY}: subscription ended`
/** Before the address of a person's page. */
const MANAGE = 'Change or leave this calendar'
/** A part of its description. */
export const HOW_TO_REMOVE = 'To remove this calendar'

export type Facts = (keyof Seen)[]

/** The events that a person's calendar should show. */
export function expectedOf(person: Person, host: string): Seen[] {
  if (person.endedOn) return [noticeOf(person.endedOn)]
  const events = fixturesOf(person.clubs)
  return [...events, ...(person.private ? [person.private] : [])].map((event) =>
    expectedEvent(event, host, person.manageUrl),
  )
}

/** The expected facts of a published event. Without `manageUrl`: in a public calendar. */
export function expectedEvent(event: Published, host: string, manageUrl?: string): Seen {
  const { name, location, sequence } = event
  const alarms = event.alerts.map((alert) => (alert.endsWith('D') ? `-P${alert}` : `-PT${alert}`))
  const uid = `${event.id}@${host}`
  const text = [event.details, event.link.name, LINK, ...(manageUrl ? [`${MANAGE}: ${manageUrl}`] : [])].join(
    '\n',
  )
  return { uid, ...periodOf(event), name, location, sequence, alarms: alarms.join(' '), text }
}

/** The only event of an ended subscription. Its UID is not checked. */
function noticeOf(day: string): Seen {
  const facts = { name: ENDED, location: '', sequence: 0, alarms: '', text: HOW_TO_REMOVE }
  return { uid: '', start: day, end: addDays(day, 1), ...facts }
}

/** The differences in `facts` between the expected events and those that an application shows. */
export function differences(expected: Seen[], seen: Partial<Seen>[], facts: Facts): string[] {
  const left = new Map<string, number>()
  const count = (line: string, by: number) => left.set(line, (left.get(line) ?? 0) + by)
  for (const event of expected) count(lineOf(event.uid ? event : { ...event, uid: '*' }, facts), 1)
  const isNotice = expected.length === 1 && expected[0]!.uid === ''
  for (const event of seen) count(lineOf(isNotice ? { ...event, uid: '*' } : event, facts), -1)
  return [...left].flatMap(([line, times]) => {
    if (times === 0) return []
    return times > 0 ? `missing ${line}` : `not expected ${line}`
  })
}

function lineOf(event: Partial<Seen>, facts: Facts): string {
  return facts.map((fact) => String(event[fact])).join(' | ')
}
