import type { CalendarEvent } from './event.ts'

export type LoggedFields = Record<string, unknown>

/**
 * The fields that a change of events replaced and wrote, by event id, with the title of each event. An event that was
 * created is only in `after`, one that was deleted only in `before`, both with all their fields.
 */
export interface LoggedChanges {
  before: Record<string, LoggedFields>
  after: Record<string, LoggedFields>
}

/** Maximum characters of an entry. The log is read fifty entries at a time. */
const MAX_CHARACTERS = 100_000

/** They say together when an event is: the log has all of them or none, so that people can read it. */
const WHEN = ['startDate', 'startTime', 'endDate', 'endTime', 'timezone'] as const

/** Properties of a deleted event that no input can give it again. */
export interface LoggedMakings extends Pick<
  CalendarEvent,
  'sequence' | 'created' | 'linkCode' | 'seriesId' | 'occurrence'
> {
  /** Epoch ms of the last change of its series; null: it is of none. */
  seriesModified: number | null
}

/** The fields of an event that the audit log has. */
export function eventForLog(event: CalendarEvent): LoggedFields {
  const { id, publisherId, startAt, endAt, created, modified, sequence, linkCode, ...rest } = event
  const { seriesId, occurrence, ownFields, ...fields } = rest
  return seriesId === null ? fields : { ...fields, ownFields }
}

/** The fields of an event that is deleted, with all that is needed to bring it back. */
export function deletedForLog(event: CalendarEvent, seriesModified: number | null = null): LoggedFields {
  const { sequence, created, linkCode, seriesId, occurrence } = event
  const makings: LoggedMakings = { sequence, created, linkCode, seriesId, occurrence, seriesModified }
  return { ...eventForLog(event), makings }
}

/** The fields that differ between two versions of an event, before and after; undefined if none does. */
export function differingForLog(
  before: CalendarEvent,
  after: CalendarEvent,
): { before: LoggedFields; after: LoggedFields } | undefined {
  const [was, is] = [eventForLog(before), eventForLog(after)]
  const differing = differingFields(was, is)
  if (differing.length === 0) return undefined
  const moved = WHEN.some((name) => differing.includes(name))
  const elsewhere = differing.includes('calendarId') || differing.includes('alsoIn')
  // By its calendar the entry about a private event is found when the subscriber is erased.
  const named = ['name', ...(moved ? WHEN : []), ...(after.private ? ['calendarId'] : [])]
  const names = [...new Set([...named, ...(elsewhere ? ['calendarId', 'alsoIn'] : []), ...differing])]
  const pick = (fields: LoggedFields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: pick(was), after: pick(is) }
}

/** The names of the fields in which two records of an event differ. */
export function differingFields(before: LoggedFields, after: LoggedFields): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => !isSame(before[name], after[name]))
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Collects the changes of several events for one entry of the log. Each method returns false when the entry is full, so
 * that the next event needs another one.
 */
export function createChangeLog() {
  const changes: LoggedChanges = { before: {}, after: {} }
  let characters = 0
  const ids = new Set<string>()
  const add = (id: string, before: LoggedFields | undefined, after: LoggedFields | undefined) => {
    if (before) changes.before[id] = before
    if (after) changes.after[id] = after
    ids.add(id)
    characters += JSON.stringify([before, after]).length
    return characters < MAX_CHARACTERS
  }
  return {
    changes,
    /** The number of events. */
    count: () => ids.size,
    /** Adds an event if it changed. */
    changed(this: void, before: CalendarEvent, after: CalendarEvent): boolean {
      const differing = differingForLog(before, after)
      return differing ? add(after.id, differing.before, differing.after) : characters < MAX_CHARACTERS
    },
    deleted(this: void, event: CalendarEvent, seriesModified: number | null): boolean {
      return add(event.id, deletedForLog(event, seriesModified), undefined)
    },
    created(this: void, event: CalendarEvent): boolean {
      return add(event.id, undefined, eventForLog(event))
    },
  }
}
