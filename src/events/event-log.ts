import type { CalendarEvent, EventFields } from './event.ts'

export type LoggedFields = Record<string, unknown>

/** The fields that a change of several events replaced and wrote, by event id, with the title of each event. */
export interface LoggedChanges {
  before: Record<string, LoggedFields>
  after: Record<string, LoggedFields>
}

/** Characters of one entry. The log is read fifty entries at a time. */
const MOST_CHARACTERS = 100_000

/** Fields of an event that stand in its record; all others are among its `extras`. */
const OWN_FIELDS = new Set(
  Object.keys({
    ...{ calendarId: 1, reference: 1, referenceType: 1, name: 1, location: 1, details: 1, startDate: 1 },
    ...{ endDate: 1, startTime: 1, endTime: 1, timezone: 1, alert: 1, alert2: 1, draft: 1 },
    sponsoredMessage: 1,
  } satisfies Record<LoggedField, 1>),
)
type LoggedField = Exclude<keyof EventFields, 'startAt' | 'endAt' | 'extras'> | 'calendarId'

/** The part of an event that the log of changes keeps. */
export function eventForLog(event: CalendarEvent): LoggedFields {
  const { extras, id, publisherId, startAt, endAt, created, modified, sequence, ...said } = event
  return { ...said, ...extras }
}

/** An event with some of its logged fields as they are given; a value of undefined takes a field of `extras` away. */
export function withLogged(event: CalendarEvent, logged: LoggedFields): CalendarEvent {
  const extras: Record<string, unknown> = { ...event.extras }
  const own: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(logged)) {
    if (OWN_FIELDS.has(name)) own[name] = value
    else if (value === undefined) delete extras[name]
    else extras[name] = value
  }
  return { ...event, ...own, extras: extras }
}

/** The names of the fields in which two records of an event differ. */
export function differingFields(before: LoggedFields, after: LoggedFields): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => !isSame(before[name], after[name]))
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Gathers what one entry of the log says of several events. */
export function createChangeLog() {
  const changes: LoggedChanges = { before: {}, after: {} }
  let characters = 0
  let events = 0
  return {
    changes,
    /** How many events were changed. */
    count: () => events,
    /** Adds an event, unless it stayed as it was. False: the entry is full, and the next event is for another one. */
    add(this: void, before: CalendarEvent, after: CalendarEvent): boolean {
      const [was, is] = [eventForLog(before), eventForLog(after)]
      const names = differingFields(was, is)
      if (names.length === 0) return true
      const pick = (fields: LoggedFields) =>
        Object.fromEntries(['name', ...names].map((name) => [name, fields[name]]))
      changes.before[after.id] = pick(was)
      changes.after[after.id] = pick(is)
      events++
      characters += JSON.stringify([changes.before[after.id], changes.after[after.id]]).length
      return characters < MOST_CHARACTERS
    },
  }
}
