import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { type ColumnType, insertAll, insertMany } from '../db/insert-many.ts'
import type { EventTable } from '../db/tables/event.ts'
import { type ColumnValues, updateMany } from '../db/update-many.ts'
import { newLinkCode } from '../links/link-codes.ts'
import type { Revision } from '../revisions/revision.ts'
import { type CalendarEvent, calendarsOf, changedByHand, isIn } from './event.ts'
import { deleteEventCalendars, insertEventCalendars } from './event-calendar-store.ts'
import { withoutCalendar } from './event-calendars.ts'
import { changesOf, removalsOf } from './event-change.ts'
import { recordChanges, recordPrivateRemovals } from './event-change-store.ts'
import {
  calendarColumns,
  CHANGEABLE,
  EVENT_COLUMNS,
  type NewEvent,
  toEvent,
  toRow,
  valuesOf,
} from './event-columns.ts'
import { findSeriesReferences, listEventsById } from './event-store.ts'
import { insertLinkCodes } from './link-code-store.ts'

// Each write of an event is recorded here in the history of changes, stores its calendars, and gives its quick links a
// code. A date of a series that is deleted becomes one that the series leaves out. It is done here so that no way in
// can forget it.

/** The series of an event and its date in it; null: it is of none. */
type DateOfSeries = Pick<EventTable, 'series_id' | 'occurrence'>

const EXCLUDE_COLUMNS: Record<string, ColumnType> = {
  publisher_id: 'integer',
  series_id: 'text',
  occurrence: 'text',
}

/**
 * Inserts events. Returns for each if it was inserted: one whose reference an event or a series has is not, nor one that
 * its series has already.
 */
export async function insertEvents(
  tx: Db,
  publisherId: number,
  events: NewEvent[],
  revision: Revision,
): Promise<boolean[]> {
  if (events.length === 0) return []
  const references = events.flatMap(({ reference }) => reference ?? [])
  const taken = await findSeriesReferences(tx, publisherId, references)
  const coded = events.map((event) => withLinkCode(event))
  const free = coded.filter(({ reference }) => reference === null || !taken.has(reference))
  const rows = free.map((event) => toRow(publisherId, event, revision))
  const stored = new Set<NewEvent>()
  for (const [i, wasStored] of (await insertMany(tx, 'event', EVENT_COLUMNS, rows)).entries())
    if (wasStored) stored.add(free[i]!)
  const inserted = coded.map((event) => stored.has(event))
  // An event that comes back has its code already.
  const added = coded.filter(({ linkCode }, i) => linkCode && !events[i]!.linkCode && inserted[i])
  await insertLinkCodes(tx, publisherId, added)
  const shared = coded.flatMap(({ id, alsoIn = [] }, i) => (inserted[i] ? [{ id, alsoIn }] : []))
  await insertEventCalendars(tx, publisherId, shared)
  return inserted
}

/** The event with a code, if it has quick links. One that it has stays. */
function withLinkCode<Event extends NewEvent>(event: Event): Event & { linkCode: string } {
  const { linkCode = '', quickLinks } = event
  return { ...event, linkCode: linkCode || (quickLinks.length > 0 ? newLinkCode() : '') }
}

/** Replaces the stored event `before` by `after`. `imported`: an import puts it into further calendars. */
export async function updateEvent(
  tx: Db,
  before: CalendarEvent,
  after: CalendarEvent,
  revision: Revision,
  imported = false,
): Promise<void> {
  const { publisherId, id } = after
  const coded = withLinkCode(after)
  await tx
    .updateTable('event')
    .set({ ...valuesOf(CHANGEABLE, coded), revision: revision.number, modified: revision.at })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
  await storeConsequences(tx, publisherId, [{ before, after: coded }], revision, imported)
}

/** An event as it is stored, and as it will be. */
export interface EventPair {
  before: CalendarEvent
  after: CalendarEvent
}

/** Replaces stored events of one publisher: in few statements, however many they are. */
export async function updateEvents(
  tx: Db,
  publisherId: number,
  pairs: EventPair[],
  revision: Revision,
): Promise<void> {
  const coded = pairs.map(({ before, after }) => ({ before, after: withLinkCode(after) }))
  const all = <Value>(value: Value): Value[] => coded.map(() => value)
  const columns: Record<string, ColumnValues> = {
    revision: { type: 'bigint', values: all(revision.number) },
    modified: { type: 'bigint', values: all(revision.at) },
  }
  for (const [column, read] of CHANGEABLE) {
    // A change of many events is one of few fields: the other columns need not be sent.
    const differs = coded.some(({ before, after }) => read(before) !== read(after))
    if (differs)
      columns[column] = { type: EVENT_COLUMNS[column]!, values: coded.map(({ after }) => read(after)) }
  }
  const ids = coded.map(({ after }) => after.id)
  await updateMany(tx, 'event', publisherId, ids, columns)
  await storeConsequences(tx, publisherId, coded, revision)
}

async function storeConsequences(
  tx: Db,
  publisherId: number,
  pairs: EventPair[],
  revision: Revision,
  imported = false,
): Promise<void> {
  const newCodes = pairs.filter(({ before, after }) => after.linkCode !== before.linkCode)
  await insertLinkCodes(
    tx,
    publisherId,
    newCodes.map(({ after }) => after),
  )
  const without = (some: CalendarEvent, others: CalendarEvent) => ({
    id: some.id,
    alsoIn: some.alsoIn.filter((calendarId) => !others.alsoIn.includes(calendarId)),
  })
  // A statement takes all these events out of all these calendars, so they have to leave the same ones.
  const left = pairs.map(({ before, after }) => without(before, after))
  for (const same of Map.groupBy(left, ({ alsoIn }) => alsoIn.join()).values())
    await deleteEventCalendars(tx, publisherId, same)
  const joined = pairs.map(({ before, after }) => without(after, before))
  await insertEventCalendars(tx, publisherId, joined, imported)
  await recordChanges(
    tx,
    publisherId,
    pairs.flatMap(({ before, after }) => changesOf(before, after, revision)),
  )
}

export async function deleteEvent(tx: Db, event: CalendarEvent, revision: Revision): Promise<void> {
  const { publisherId, id } = event
  await tx.deleteFrom('event').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
  await excludeDates(tx, publisherId, [{ series_id: event.seriesId, occurrence: event.occurrence }])
  await deleteEventCalendars(tx, publisherId, [event])
  await recordChanges(tx, publisherId, removalsOf(event, revision))
}

/** Deletes the private events among `ids`; returns the deleted ones. */
export async function deletePrivateEvents(
  tx: Db,
  publisherId: number,
  ids: string[],
  revision: Revision,
): Promise<{ id: string; calendarId: string }[]> {
  await recordPrivateRemovals(tx, publisherId, ids, revision)
  const rows = await tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('private', '=', 1)
    .where(inList(tx, 'id', ids))
    .returning(['id', 'calendar_id', 'series_id', 'occurrence'])
    .execute()
  await excludeDates(tx, publisherId, rows)
  return rows.map(({ id, calendar_id }) => ({ id, calendarId: calendar_id }))
}

/**
 * Takes events out of a calendar; those that no other has are deleted. Returns the calendars that show a difference,
 * and the number of events that the calendar had.
 */
export async function removeEvents(
  tx: Db,
  publisherId: number,
  calendarId: string,
  ids: string[],
  revision: Revision,
): Promise<{ removed: number; calendarIds: string[] }> {
  const events = (await listEventsById(tx, publisherId, ids)).filter((event) => isIn(event, calendarId))
  const calendarIds = new Set([calendarId])
  const alone: string[] = []
  for (const before of events) {
    const left = withoutCalendar(before, calendarId)
    if (!left) alone.push(before.id)
    else {
      const after = changedByHand(before, { ...left, sequence: before.sequence + 1, modified: revision.at })
      await updateEvent(tx, before, after, revision)
      for (const id of calendarsOf(after)) calendarIds.add(id)
    }
  }
  const rows = await tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where(inList(tx, 'id', alone))
    .returningAll()
    .execute()
  await excludeDates(tx, publisherId, rows)
  await recordChanges(
    tx,
    publisherId,
    rows.flatMap((row) => removalsOf(toEvent(row), revision)),
  )
  return { removed: events.length, calendarIds: [...calendarIds] }
}

/** Deletes dates that their series has no more. The series does not remember them as left out. */
export async function deleteDates(tx: Db, events: CalendarEvent[], revision: Revision): Promise<void> {
  const [first] = events
  if (!first) return
  const ids = events.map(({ id }) => id)
  await tx
    .deleteFrom('event')
    .where('publisher_id', '=', first.publisherId)
    .where(inList(tx, 'id', ids))
    .execute()
  await deleteEventCalendars(tx, first.publisherId, events)
  const removals = events.flatMap((event) => removalsOf(event, revision))
  await recordChanges(tx, first.publisherId, removals)
}

/** Has the series of events leave out their dates, for events that are deleted. */
export async function excludeDates(tx: Db, publisherId: number, events: DateOfSeries[]): Promise<void> {
  const rows = events.flatMap(({ series_id, occurrence }) =>
    series_id !== null && occurrence !== null ? [{ publisher_id: publisherId, series_id, occurrence }] : [],
  )
  await insertAll(tx, 'series_exclude', EXCLUDE_COLUMNS, rows)
}

/**
 * Takes up to `limit` events out of a calendar that ceases to exist; those that no other has are deleted. Returns the
 * ids of all. Leaves no history, and the other calendars show no difference.
 */
export async function emptyCalendar(
  tx: Db,
  publisherId: number,
  calendarId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('calendar_event')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const deleted = await tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where('also_in', 'is', null)
    .where(inList(tx, 'id', ids))
    .returning(['series_id', 'occurrence'])
    .execute()
  await excludeDates(tx, publisherId, deleted)
  for (const event of await listEventsById(tx, publisherId, ids)) {
    const left = withoutCalendar(event, calendarId)!
    await deleteEventCalendars(tx, publisherId, [{ id: event.id, alsoIn: [calendarId, left.calendarId] }])
    await tx
      .updateTable('event')
      .set(calendarColumns(left))
      .where('publisher_id', '=', publisherId)
      .where('id', '=', event.id)
      .execute()
  }
  return ids
}
