import type { Calendar } from '../calendars/calendar.ts'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import { findUnknownCalendars } from '../subscribers/change-subscriptions.ts'
import { type CalendarEvent, calendarsOf } from './event.ts'

/** Calendars that may have an event besides its home. */
export const MAX_ALSO_IN = 20

/** The part of an input that says which calendars have an event. Its values have passed their schemas. */
export interface CalendarsInput {
  /** The home. Alone it moves an event from its old home, unless this calendar has the event already. */
  calendarId?: string
  /** All calendars. */
  calendarIds?: string[]
  addCalendarIds?: string[]
  removeCalendarIds?: string[]
}

/** Which calendars have an event. */
export type Calendars = Pick<CalendarEvent, 'calendarId' | 'alsoIn'>

/**
 * Returns the calendars that an input puts a public event into. `before`: those that have it now. An event keeps its
 * home while that is among them; else the first one becomes its home. None and too many are errors.
 */
export function readCalendars(
  input: CalendarsInput,
  before?: Calendars,
): Calendars | { errors: FieldErrors } {
  const { calendarId, calendarIds, addCalendarIds = [], removeCalendarIds = [] } = input
  const had = before ? calendarsOf(before) : []
  const named = calendarIds ?? (calendarId === undefined || had.includes(calendarId) ? had : had.slice(1))
  const wanted = new Set([...named, ...addCalendarIds])
  if (calendarId !== undefined) wanted.add(calendarId)
  for (const id of removeCalendarIds) wanted.delete(id)
  const home = [calendarId, before?.calendarId, ...wanted].find((id) => id !== undefined && wanted.has(id))
  if (home === undefined)
    return {
      errors: { calendarIds: 'Event calendarIds must have a calendar: without any, delete the event' },
    }
  wanted.delete(home)
  if (wanted.size > MAX_ALSO_IN)
    return {
      errors: { calendarIds: `Event calendarIds must not have more than ${MAX_ALSO_IN + 1} calendars` },
    }
  return { calendarId: home, alsoIn: [...wanted] }
}

/** Returns an event or a series as it is without a calendar; undefined if no other has it. */
export function withoutCalendar<Event extends Calendars>(
  event: Event,
  calendarId: string,
): Event | undefined {
  const [home, ...alsoIn] = calendarsOf(event).filter((id) => id !== calendarId)
  return home === undefined ? undefined : { ...event, calendarId: home, alsoIn }
}

/** True if both have the same calendars, and the same home. */
export function isSameCalendars(one: Calendars, other: Calendars): boolean {
  return calendarsOf(one).join() === calendarsOf(other).join()
}

/** The calendars that an input names, except those it takes events out of. */
export function namedCalendars({
  calendarId,
  calendarIds = [],
  addCalendarIds = [],
}: CalendarsInput): string[] {
  return [...(calendarId === undefined ? [] : [calendarId]), ...calendarIds, ...addCalendarIds]
}

/** Refuses calendars that are not public calendars of the publisher. */
export async function requireEventCalendars(
  tx: Db,
  publisherId: number,
  input: CalendarsInput,
): Promise<void> {
  const unknown = await findUnknownCalendars(tx, publisherId, [...new Set(namedCalendars(input))])
  if (unknown.length === 0) return
  const field = unknown.includes(input.calendarId ?? '') ? 'calendarId' : 'calendarIds'
  throw invalid({ [field]: `Event ${field} has no calendar with ID [${unknown.join('], [')}]` })
}

/** The calendars of a public event that are not drafts, its home first. */
export async function listLiveCalendars(
  db: Db,
  event: Pick<CalendarEvent, 'publisherId' | 'calendarId' | 'alsoIn'>,
): Promise<Calendar[]> {
  const ids = calendarsOf(event)
  const calendars = await listCalendarsById(db, event.publisherId, ids)
  const live = calendars.filter(({ draft }) => !draft)
  return live.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
