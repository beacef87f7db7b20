import { type CalendarEvent, calendarsOf } from '../../events/event.ts'
import { type AdminValues, FIELD_ROWS, type FieldName } from '../../events/event-fields.ts'
import { type EventRow, LISTED } from '../../events/event-row.ts'
import type { EventListed, EventRecord } from './events-schemas.ts'

/** Presents an event in a list. */
export function presentRow(row: EventRow): EventListed {
  return {
    id: row.id,
    calendarId: row.calendarId,
    calendarIds: calendarsOf(row),
    ...inAdmin(row, LISTED),
    startAt: iso(row.startAt),
    endAt: iso(row.endAt),
    modified: iso(row.modified),
  }
}

/** Presents an event for the form that changes it. */
export function presentRecord(event: CalendarEvent): EventRecord {
  const names = FIELD_ROWS.filter(([, { inAdmin }]) => inAdmin).map(([name]) => name)
  return {
    id: event.id,
    calendarId: event.calendarId,
    calendarIds: calendarsOf(event),
    private: event.private,
    ...inAdmin(event, names),
    quickLinks: event.quickLinks,
    startAt: iso(event.startAt),
    endAt: iso(event.endAt),
    sequence: event.sequence,
    created: iso(event.created),
    modified: iso(event.modified),
  }
}

const FIELDS = Object.fromEntries(FIELD_ROWS)

function inAdmin<Name extends FieldName>(
  event: Record<Name, unknown>,
  names: readonly Name[],
): AdminValues<Name> {
  return Object.fromEntries(
    names.map((name) => [name, FIELDS[name]!.showInAdmin(event[name])]),
  ) as unknown as AdminValues<Name>
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
