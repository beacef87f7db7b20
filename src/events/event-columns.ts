import type { Insertable, Selectable, Updateable } from 'kysely'
import { columnName } from '../db/column-name.ts'
import type { ColumnType } from '../db/insert-many.ts'
import type { EventTable } from '../db/tables/event.ts'
import type { Revision } from '../revisions/revision.ts'
import type { CalendarEvent, EventFields } from './event.ts'
import { type EventField, FIELD_ROWS, type FieldName } from './event-fields.ts'

/** A new event, without revision and time stamps. */
export type NewEvent = EventFields &
  Pick<CalendarEvent, 'id' | 'calendarId' | 'private'> &
  Partial<Pick<CalendarEvent, 'alsoIn' | 'linkCode' | 'seriesId' | 'occurrence' | 'ownFields'>> &
  // Only of one that comes back after it was deleted.
  Partial<Pick<CalendarEvent, 'sequence' | 'created'>>

type Column = keyof EventTable
interface FieldColumn {
  name: FieldName
  column: Column
  field: EventField
}

const FIELD_COLUMNS = FIELD_ROWS.filter(([, { column }]) => column !== undefined).map(
  ([name, field]): FieldColumn => ({ name, column: columnOf(name), field }),
)

/** Members of the JSON in the column `extras`, each with its default, which is not stored. */
const EXTRAS: Record<string, unknown> = {
  ...Object.fromEntries(
    FIELD_ROWS.filter(([, { column }]) => column === undefined).map(([name, { none }]) => [name, none]),
  ),
  quickLinks: [],
  linkNames: [],
  imported: false,
  linkCode: '',
  ownFields: [],
}
const NOT_STORED = new Map(Object.entries(EXTRAS).map(([name, none]) => [name, JSON.stringify(none)]))

/** The columns of the table `event` and their types. */
export const EVENT_COLUMNS: Record<string, ColumnType> = {
  ...({ publisher_id: 'integer', id: 'text', calendar_id: 'text', also_in: 'text' } as const),
  ...({ private: 'integer' } as const),
  ...Object.fromEntries(FIELD_COLUMNS.map(({ column, field }) => [column, field.column!])),
  ...({ start_at: 'bigint', end_at: 'bigint', extras: 'text', sequence: 'integer' } as const),
  ...({ revision: 'bigint', created: 'bigint', modified: 'bigint' } as const),
  ...({ series_id: 'text', occurrence: 'text' } as const),
}

/** The column of a property of an event. */
export function columnOf(name: string): Column {
  return columnName(name) as Column
}

/** The row of a new event. */
export function toRow(publisherId: number, event: NewEvent, revision: Revision): Insertable<EventTable> {
  return {
    publisher_id: publisherId,
    id: event.id,
    ...calendarColumns(event),
    private: event.private ? 1 : 0,
    ...valuesOf(SETTABLE, event),
    sequence: event.sequence ?? 0,
    revision: revision.number,
    created: event.created ?? revision.at,
    modified: revision.at,
    series_id: event.seriesId ?? null,
    occurrence: event.occurrence ?? null,
  } as Insertable<EventTable>
}

/** The columns that say which calendars have an event. */
export function calendarColumns({
  calendarId,
  alsoIn = [],
}: Pick<NewEvent, 'calendarId' | 'alsoIn'>): Pick<Insertable<EventTable>, 'calendar_id' | 'also_in'> {
  return { calendar_id: calendarId, also_in: alsoIn.length > 0 ? JSON.stringify(alsoIn) : null }
}

type Settable = EventFields & Partial<Pick<CalendarEvent, 'linkCode' | 'ownFields'>>
type Columns<Event> = [column: string, read: (event: Event) => unknown][]

/** The columns of the fields that a publisher can set, and of the code of its links; each with its value for an event. */
const SETTABLE: Columns<Settable> = [
  ['start_at', ({ startAt }) => startAt],
  ['end_at', ({ endAt }) => endAt],
  ['extras', writeExtras],
  ...FIELD_COLUMNS.map(({ name, column, field }): Columns<Settable>[number] => [
    column,
    (event) => field.toColumn(event[name]),
  ]),
]

/** All columns that a change of an event may set. */
export const CHANGEABLE: Columns<CalendarEvent> = [
  ...SETTABLE,
  ['calendar_id', ({ calendarId }) => calendarId],
  ['also_in', (event) => calendarColumns(event).also_in],
  ['series_id', ({ seriesId }) => seriesId],
  ['occurrence', ({ occurrence }) => occurrence],
  ['sequence', ({ sequence }) => sequence],
]

/** Returns the values of columns by their names. */
export function valuesOf<Event>(columns: Columns<Event>, event: Event): Updateable<EventTable> {
  const values: Record<string, unknown> = {}
  for (const [column, read] of columns) values[column] = read(event)
  return values
}

function writeExtras(event: object): string | null {
  const extras: Record<string, unknown> = {}
  for (const [name, none] of NOT_STORED) {
    const value = (event as Record<string, unknown>)[name] ?? EXTRAS[name]
    if (value !== EXTRAS[name] && JSON.stringify(value) !== none) extras[name] = value
  }
  for (const _ in extras) return JSON.stringify(extras)
  return null
}

/** Reads the column `also_in`. */
export function readAlsoIn(column: string | null): string[] {
  return column === null ? [] : (JSON.parse(column) as string[])
}

/** Reads the fields that were changed by hand from the column `extras`. */
export function readOwnFields(column: string | null): string[] {
  return (column === null ? [] : (JSON.parse(column) as { ownFields?: string[] }).ownFields) ?? []
}

/**
 * An event without values. V8 copies an object that comes from JSON several times as fast as it adds that many computed
 * properties, and then compares and copies the event faster too. The defaults are those of `EXTRAS` themselves, by which
 * `writeExtras` knows them.
 */
const BLANK = Object.assign(
  JSON.parse(JSON.stringify(Object.fromEntries([...FIELD_ROWS, ...Object.entries(EXTRAS)]))) as object,
  EXTRAS,
)

/** The event of a row. */
export function toEvent(row: Selectable<EventTable>): CalendarEvent {
  const event: Record<string, unknown> = {
    ...BLANK,
    id: row.id,
    publisherId: row.publisher_id,
    calendarId: row.calendar_id,
    alsoIn: readAlsoIn(row.also_in),
    private: row.private === 1,
    startAt: row.start_at,
    endAt: row.end_at,
    sequence: row.sequence,
    created: row.created,
    modified: row.modified,
    seriesId: row.series_id,
    occurrence: row.occurrence,
    ...(row.extras ? (JSON.parse(row.extras) as object) : undefined),
  }
  for (const { name, column, field } of FIELD_COLUMNS) event[name] = field.fromColumn(row[column])
  return event as unknown as CalendarEvent
}
