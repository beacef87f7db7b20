import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { AppError, invalid } from '../errors.ts'
import { countNotEnded } from '../events/calendar-event-store.ts'
import {
  type CalendarEvent,
  calendarsOf,
  difference,
  type EventFields,
  namesByHand,
} from '../events/event.ts'
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
  rules?: DateRules
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

/** What an import says of single dates of a series. */
export interface DateRules {
  /** The fields that the import decides about: what was changed by hand in them is taken back. */
  decided: ReadonlySet<string>
  /** The fields in which a date differs from its series, by occurrence. */
  own: ReadonlyMap<string, Partial<EventFields>>
}

/** A stored date and what its series makes of it. */
export interface DateChange {
  /** `none`: it only gets another place in a series, which subscribers don't see. */
  kind: 'none' | 'hidden' | 'visible'
  before: CalendarEvent
  after: CalendarEvent
}

/** What brings the events of a series in line with it. */
export interface DatesPlan {
  changed: DateChange[]
  added: (NewEvent & Pick<CalendarEvent, 'ownFields'>)[]
  removed: CalendarEvent[]
  /** Dates that already say what they should. */
  unchanged: CalendarEvent[]
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
  known?: Known,
): Promise<number> {
  return writeDates(tx, series, planDates(series, existing, wanted, revision, known), revision, limit)
}

/** Compares the events of a series with the occurrences that it has now. */
export function planDates(
  series: Series,
  existing: CalendarEvent[],
  wanted: string[],
  revision: Pick<Revision, 'at'>,
  { dates, gone, rules }: Known = {},
): DatesPlan {
  const { kept, added, removed } = matchDates(existing, wanted, (event) => dates?.get(event.id)?.occurrence)
  const changes = kept.map(({ before, occurrence }) =>
    changeOfDate(
      series,
      occurrence,
      before,
      revision,
      dates?.get(before.id) ?? ownOf(before, rules?.own.get(occurrence), rules?.decided),
    ),
  )
  const isChanged = ({ kind, before, after }: DateChange) => kind !== 'none' || !isSameDate(before, after)
  return {
    changed: changes.filter(isChanged),
    added: added.map((occurrence) =>
      newDate(series, occurrence, revision, gone?.get(occurrence), rules?.own.get(occurrence)),
    ),
    removed,
    unchanged: changes.filter((change) => !isChanged(change)).map(({ before }) => before),
  }
}

/**
 * Carries a plan out; returns how many events it wrote or deleted. `imported`: an import puts the dates into further
 * calendars.
 */
export async function writeDates(
  tx: Db,
  series: Series,
  { changed, added, removed }: DatesPlan,
  revision: Revision,
  limit: PrivateEventLimit,
  imported = false,
): Promise<number> {
  const { publisherId } = series
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
    else await updateEvent(tx, before, after, revision, imported)
  }
  for (const [i, inserted] of (await insertEvents(tx, publisherId, added, revision)).entries())
    if (!inserted) throw referenceTaken(added[i]!.reference)

  const starting = changed.filter(({ before, after }) => counts(after, limit) && !counts(before, limit))
  if (series.private && starting.length + added.filter((event) => counts(event, limit)).length > 0)
    await requireWithinLimit(tx, series, limit)
  const touched = changed.length + added.length + removed.length
  if (touched > 0)
    await touch(tx, series, { changed: changed.map(({ before }) => before), removed }, revision)
  return touched
}

/** Returns a new event for an occurrence, or one that comes back. `own`: the fields in which it differs from its series. */
function newDate(
  series: Series,
  occurrence: string,
  { at }: Pick<Revision, 'at'>,
  gone?: GoneDate,
  own: Partial<EventFields> = {},
): NewEvent & Pick<CalendarEvent, 'ownFields'> {
  const { calendarId, alsoIn, private: isPrivate, id: seriesId } = series
  const fields = { ...fieldsOn(series, occurrence), calendarId, alsoIn, ...own }
  const event = { ...fields, private: isPrivate, seriesId, occurrence }
  if (!gone) return { ...event, id: newId(at), ownFields: namesByHand(own).sort() }
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

/** Returns what a date has of its own when an import gives it these fields, and decides about some. */
function ownOf(
  event: CalendarEvent,
  given: Partial<EventFields> = {},
  decided: ReadonlySet<string> = new Set(),
): ByHand {
  const { values, ownFields } = byHandWithout(event, decided)
  const names = new Set([...ownFields, ...namesByHand(given)])
  return { values: { ...values, ...given }, ownFields: [...names].sort() }
}

/** Returns what the series makes of an event: its fields, apart from those that were changed by hand. */
export function changeOfDate(
  series: Series,
  occurrence: string,
  before: CalendarEvent,
  revision: Pick<Revision, 'at'>,
  { values, ownFields }: ByHand,
): DateChange {
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
    throw invalid(
      { reference: 'Event reference must be empty in a series with several dates on one day' },
      'series_reference',
    )
}

/** Deletes dates that their series has no more, and says so to those who follow them. */
export async function removeDates(tx: Db, dates: CalendarEvent[], revision: Revision): Promise<void> {
  const [first] = dates
  if (!first) return
  await deleteDates(tx, dates, revision)
  const calendarIds = [...new Set(dates.flatMap(calendarsOf))]
  await (first.private ? touchOwners : touchCalendars)(tx, first.publisherId, calendarIds, revision)
}
