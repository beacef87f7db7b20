import type { CalendarEvent } from './event.ts'

export type LoggedFields = Record<string, unknown>

/** The fields that a change of several events replaced and wrote, by event id, with the title of each event. */
export interface LoggedChanges {
  before: Record<string, LoggedFields>
  after: Record<string, LoggedFields>
}

/** Maximum characters of an entry. The log is read fifty entries at a time. */
const MAX_CHARACTERS = 100_000

/** The fields of an event that the audit log has. */
export function eventForLog(event: CalendarEvent): LoggedFields {
  const { id, publisherId, startAt, endAt, created, modified, sequence, linkCode, ...rest } = event
  const { seriesId, occurrence, ownFields, ...fields } = rest
  return seriesId === null ? fields : { ...fields, ownFields }
}

/** The names of the fields in which two records of an event differ. */
export function differingFields(before: LoggedFields, after: LoggedFields): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => !isSame(before[name], after[name]))
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Collects the changes of several events for one entry of the log. */
export function createChangeLog() {
  const changes: LoggedChanges = { before: {}, after: {} }
  let characters = 0
  let events = 0
  return {
    changes,
    /** The number of changed events. */
    count: () => events,
    /**
     * Adds an event if it changed. Returns false when the entry is full, so that the next event needs another
     * one.
     */
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
      return characters < MAX_CHARACTERS
    },
  }
}
