import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { ColumnType } from '../db/insert-many.ts'
import type { EventTable } from '../db/tables/event.ts'
import type { Revision } from '../publishers/revision.ts'
import type { CalendarEvent, EventExtras, EventFields } from './event.ts'

/** A new event, before it has a place in the publisher's history. */
export type NewEvent = EventFields & Pick<CalendarEvent, 'id' | 'calendarId' | 'private'>

export const EVENT_COLUMNS = {
  publisher_id: 'integer',
  id: 'text',
  calendar_id: 'text',
  private: 'integer',
  reference: 'text',
  reference_type: 'text',
  name: 'text',
  location: 'text',
  details: 'text',
  start_date: 'text',
  start_time: 'text',
  end_date: 'text',
  end_time: 'text',
  timezone: 'text',
  start_at: 'bigint',
  end_at: 'bigint',
  alert: 'text',
  alert2: 'text',
  draft: 'integer',
  sponsored_message: 'text',
  extras: 'text',
  sequence: 'integer',
  revision: 'bigint',
  created: 'bigint',
  modified: 'bigint',
} satisfies Record<keyof EventTable, ColumnType>

/**
 * A row of a new event, in the order of `EVENT_COLUMNS`. An array of values rather than an object of columns: this
 * runs a thousand times in a batch.
 */
export function toValues(publisherId: number, event: NewEvent, revision: Revision) {
  return [
    publisherId,
    event.id,
    event.calendarId,
    event.private ? 1 : 0,
    event.reference,
    event.referenceType,
    event.name,
    event.location,
    event.details,
    event.startDate,
    event.startTime,
    event.endDate,
    event.endTime,
    event.timezone,
    event.startAt,
    event.endAt,
    event.alert,
    event.alert2,
    event.draft ? 1 : 0,
    event.sponsoredMessage,
    writeExtras(event.extras),
    0,
    revision.number,
    revision.at,
    revision.at,
  ]
}

/** The columns of what a publisher says of an event. */
export function toColumns(event: EventFields): Updateable<EventTable> {
  return {
    reference: event.reference,
    reference_type: event.referenceType,
    name: event.name,
    location: event.location,
    details: event.details,
    start_date: event.startDate,
    start_time: event.startTime,
    end_date: event.endDate,
    end_time: event.endTime,
    timezone: event.timezone,
    start_at: event.startAt,
    end_at: event.endAt,
    alert: event.alert,
    alert2: event.alert2,
    draft: event.draft ? 1 : 0,
    sponsored_message: event.sponsoredMessage,
    extras: writeExtras(event.extras),
  }
}

function writeExtras(extras: EventExtras): string | null {
  // First, where `takesPlace` looks for it: both databases can tell without reading JSON.
  if (extras.cancelled) return JSON.stringify({ cancelled: true, ...extras })
  for (const _ in extras) return JSON.stringify(extras)
  return null
}

/** Whether an event is not called off; `extras` names the column. */
export function takesPlace(extras: string): RawBuilder<boolean> {
  const column = sql.ref(extras)
  return sql<boolean>`(${column} is null or ${column} not like '{"cancelled":true%')`
}

/** The event of a row. */
export function toEvent(row: Selectable<EventTable>): CalendarEvent {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    calendarId: row.calendar_id,
    private: row.private === 1,
    reference: row.reference,
    referenceType: row.reference_type,
    name: row.name,
    location: row.location,
    details: row.details,
    startDate: row.start_date,
    startTime: row.start_time,
    endDate: row.end_date,
    endTime: row.end_time,
    timezone: row.timezone,
    startAt: row.start_at,
    endAt: row.end_at,
    alert: row.alert,
    alert2: row.alert2,
    draft: row.draft === 1,
    sponsoredMessage: row.sponsored_message,
    extras: row.extras ? (JSON.parse(row.extras) as EventExtras) : {},
    sequence: row.sequence,
    created: row.created,
    modified: row.modified,
  }
}
