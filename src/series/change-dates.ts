import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { AppError, invalid } from '../errors.ts'
import { countNotEnded } from '../events/calendar-event-store.ts'
import { type CalendarEvent, calendarsOf, difference } from '../events/event.ts'
import { isSameCalendars } from '../events/event-calendars.ts'
import type { NewEvent } from '../events/event-columns.ts'
import { findTakenReferences } from '../events/event-store.ts'
import { deleteDates, insertEvents, updateEvent } from '../events/event-write-store.ts'
import { counts, type PrivateEventLimit, tooManyEvents } from '../events/private-event-limit.ts'
import { referenceTaken } from '../events/save-event.ts'
import { newId } from '../ids.ts'
import type { Revision } from '../revisions/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import type { Series } from './series.ts'
import { dayOf, fieldsOn } from './series-dates.ts'
import { assignDate, releaseDates } from './series-store.ts'

const DAY_MS = 86_400_000
/** They say together when a date is: one of them that was changed by hand keeps all. */
const WHEN = ['startDate', 'startTime', 'endDate', 'endTime', 'timezone', 'startAt', 'endAt'] as const
const CALENDARS = ['calendarId', 'alsoIn'] as const

/** What is known of dates beyond the series and their events. */
export interface Known {
  /** Events by id: their occurrence, and what they have of their own, in place of what is stored. */
  dates?: Map<string, { occurrence: string } & ByHand>
  /** Dates by occurrence that were deleted and come back. */
  gone?: Map<string, GoneDate>
}

/** What one date has in place of what its series says. */
export interface ByHand {
  values: Partial<CalendarEvent>
  ownFields: string[]
}

/** A date that was deleted. */
export interface GoneDate extends ByHand {
  id: string
  sequence: number
  /** Epoch ms. */
  created: number
  linkCode: string
}

interface Matching {
  kept: { before: CalendarEvent; occurrence: string }[]
  added: string[]
  removed: CalendarEvent[]
}

/**
 * Brings the events of a series in line with it: `wanted` are the occurrences that it has now. An event that already
 * says what it should is not touched, and keeps its SEQUENCE and its revision. One that moves keeps its id. Fields that
 * were changed by hand stay as they are. Returns how many events were written or deleted.
 */
export async function changeDates(
  tx: Db,
  series: Series,
  existing: CalendarEvent[],
  wanted: string[],
  revision: Revision,
  limit: PrivateEventLimit,
  { dates, gone }: Known = {},
): Promise<number> {
  const { publisherId } = series
  const { kept, added, removed } = matchDates(existing, wanted, (event) => dates?.get(event.id)?.occurrence)
  const changed = kept
    .map(({ before, occurrence }) =>
      changeOfDate(series, occurrence, before, revision, dates?.get(before.id) ?? byHand(before)),
    )
    .filter(({ kind, before, after }) => kind !== 'none' || !isSameDate(before, after))
  await deleteDates(tx, removed, revision)
  const moved = changed.filter(
    ({ before, after }) =>
      before.occurrence !== after.occurrence ||
      before.seriesId !== after.seriesId ||
      before.reference !== after.reference,
  )
  if (moved.length > 0) {
    await releaseDates(
      tx,
      publisherId,
      moved.map(({ before }) => before.id),
    )
    const references = moved.flatMap(({ after }) => after.reference ?? [])
    const [taken] = await findTakenReferences(tx, publisherId, references)
    if (taken !== undefined) throw referenceTaken(taken)
  }
  for (const { kind, before, after } of changed) {
    if (kind === 'none' && isSameOwn(before, after)) await assignDate(tx, after)
    else await updateEvent(tx, before, after, revision)
  }
  const events = added.map((occurrence) => newDate(series, occurrence, revision, gone?.get(occurrence)))
  for (const [i, inserted] of (await insertEvents(tx, publisherId, events, revision)).entries())
    if (!inserted) throw referenceTaken(events[i]!.reference)

  const starting = changed.filter(({ before, after }) => counts(after, limit) && !counts(before, limit))
  if (series.private && starting.length + events.filter((event) => counts(event, limit)).length > 0)
    await requireWithinLimit(tx, series, limit)
  const touched = changed.length + events.length + removed.length
  if (touched > 0)
    await touch(tx, series, { changed: changed.map(({ before }) => before), removed }, revision)
  return touched
}

/** Returns a new event for an occurrence, or one that comes back. */
function newDate(series: Series, occurrence: string, revision: Revision, gone?: GoneDate): NewEvent {
  const { calendarId, alsoIn, private: isPrivate, id: seriesId } = series
  const fields = { ...fieldsOn(series, occurrence), calendarId, alsoIn }
  const event = { ...fields, id: newId(revision.at), private: isPrivate, seriesId, occurrence }
  if (!gone) return event
  const { values, ownFields, id, created, linkCode } = gone
  // Applications that still know the event take it only when its SEQUENCE rises.
  return { ...event, ...values, ownFields, id, created, linkCode, sequence: gone.sequence + 1 }
}

/** Returns what a date has of its own. All of its times are, or none, since they say together when it is. */
export function byHand(event: CalendarEvent): ByHand {
  const values = Object.entries(event).filter(([name]) => isOwn(name, event.ownFields))
  return { values: Object.fromEntries(values), ownFields: event.ownFields }
}

/** True for a field that is a date's own, or that goes along with one. */
export function isOwn(name: string, ownFields: string[]): boolean {
  const group: readonly string[] = [WHEN, CALENDARS].find((names) =>
    (names as readonly string[]).includes(name),
  ) ?? [name]
  return group.some((other) => ownFields.includes(other))
}

/** Returns what a date has of its own apart from these fields. */
export function byHandWithout(event: CalendarEvent, names: ReadonlySet<string>): ByHand {
  return byHand({ ...event, ownFields: event.ownFields.filter((name) => !names.has(name)) })
}

/** Returns what the series makes of an event: its fields, apart from those that were changed by hand. */
export function changeOfDate(
  series: Series,
  occurrence: string,
  before: CalendarEvent,
  revision: Revision,
  { values, ownFields }: ByHand,
) {
  const { calendarId, alsoIn } = series
  const given = { ...fieldsOn(series, occurrence), calendarId, alsoIn, imported: before.imported }
  const wanted: CalendarEvent = { ...before, ...given, ...values, ownFields }
  const kind = isSameCalendars(before, wanted) ? difference(before, wanted) : 'visible'
  const sequence = before.sequence + (kind === 'visible' ? 1 : 0)
  const modified = kind === 'none' ? before.modified : revision.at
  const after: CalendarEvent = { ...wanted, seriesId: series.id, occurrence, sequence, modified }
  return { kind, before, after }
}

function isSameDate(one: CalendarEvent, other: CalendarEvent): boolean {
  return one.seriesId === other.seriesId && one.occurrence === other.occurrence && isSameOwn(one, other)
}

function isSameOwn(one: CalendarEvent, other: CalendarEvent): boolean {
  return one.ownFields.join() === other.ownFields.join()
}

/**
 * Finds the event for each occurrence: that of the same occurrence, else one of the same day, else one of the same week,
 * so that a training that moves from Tuesdays to Wednesdays has moved in the eyes of its subscribers.
 */
export function matchDates(
  existing: CalendarEvent[],
  wanted: string[],
  known: (event: CalendarEvent) => string | undefined = () => undefined,
): Matching {
  const kept: Matching['kept'] = []
  let events = existing
  let occurrences = wanted
  for (const keyOf of [(occurrence: string) => occurrence, dayOf, weekOf]) {
    const free = Map.groupBy(events, (event) => keyOf(known(event) ?? event.occurrence!))
    const matched = new Set<CalendarEvent>()
    occurrences = occurrences.filter((occurrence) => {
      const before = free.get(keyOf(occurrence))?.shift()
      if (!before) return true
      kept.push({ before, occurrence })
      matched.add(before)
      return false
    })
    events = events.filter((event) => !matched.has(event))
  }
  return { kept, added: occurrences, removed: events }
}

/** The Monday of an occurrence's week. */
function weekOf(occurrence: string): string {
  const day = Date.parse(dayOf(occurrence))
  // 1 January 1970 was a Thursday.
  return String(Math.floor((day / DAY_MS + 3) / 7))
}

async function requireWithinLimit(
  tx: Db,
  { publisherId, calendarId }: Series,
  limit: PrivateEventLimit,
): Promise<void> {
  if (limit.most === 0) return
  const { value } = await countNotEnded(tx, publisherId, calendarId, limit.now, limit.most + 1)
  if (value > limit.most) throw new AppError('invalid', tooManyEvents(limit))
}

async function touch(
  tx: Db,
  series: Series,
  { changed, removed }: { changed: CalendarEvent[]; removed: CalendarEvent[] },
  revision: Revision,
): Promise<void> {
  const { publisherId } = series
  if (!series.private) {
    const calendarIds = new Set([...calendarsOf(series), ...[...changed, ...removed].flatMap(calendarsOf)])
    await touchCalendars(tx, publisherId, [...calendarIds], revision)
  } else if (removed.length > 0) {
    // A private calendar has no version: the revision of its newest event serves as one, and a deletion lowers it.
    await touchOwners(tx, publisherId, [series.calendarId], revision)
  }
}

/** Refuses a reference that would make those of the dates too long, or equal. */
export function requireDateReferences(reference: string | null, occurrences: string[]): void {
  if (reference === null) return
  if (reference.length > 244)
    throw invalid({
      reference: 'Event reference must be a text of at most 244 characters: each date adds @ and its day',
    })
  if (new Set(occurrences.map(dayOf)).size < occurrences.length)
    throw invalid({ reference: 'Event reference must be empty in a series with several dates on one day' })
}

/** Deletes dates that their series has no more, and says so to those who follow them. */
export async function removeDates(tx: Db, dates: CalendarEvent[], revision: Revision): Promise<void> {
  const [first] = dates
  if (!first) return
  await deleteDates(tx, dates, revision)
  const calendarIds = [...new Set(dates.flatMap(calendarsOf))]
  await (first.private ? touchOwners : touchCalendars)(tx, first.publisherId, calendarIds, revision)
}
