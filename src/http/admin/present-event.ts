import type { CalendarEvent } from '../../events/event.ts'
import type { EventRow } from '../../events/event-row.ts'
import type { EventListed, EventRecord } from './events-schemas.ts'

/** An event as lists have it. */
export function presentRow(row: EventRow): EventListed {
  return {
    ...row,
    startAt: iso(row.startAt),
    endAt: iso(row.endAt),
    modified: iso(row.modified),
  }
}

/** An event as the form that changes it needs it. */
export function presentRecord(event: CalendarEvent): EventRecord {
  return {
    id: event.id,
    calendarId: event.calendarId,
    private: event.private,
    name: event.name,
    location: event.location,
    details: event.details,
    startDate: event.startDate,
    startTime: event.startTime,
    endDate: event.endDate,
    endTime: event.endTime,
    timezone: event.timezone,
    startAt: iso(event.startAt),
    endAt: iso(event.endAt),
    alert: event.alert,
    alert2: event.alert2,
    draft: event.draft,
    cancelled: event.extras.cancelled === true,
    reference: event.reference ?? '',
    referenceType: event.referenceType ?? '',
    quickLinks: event.extras.quickLinks ?? [],
    sequence: event.sequence,
    created: iso(event.created),
    modified: iso(event.modified),
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
