import type { Json, Ms } from './index.ts'

/**
 * A public or private event. Primary key: publisher_id, id. Unique: publisher_id, reference.
 *
 * Indexes of all events: publisher_id, calendar_id, revision, id (feeds, and walks in the order of changes);
 * publisher_id, reference_type, id (groups). Without drafts: publisher_id, calendar_id, start_at, end_at.
 * Public events, for lists: publisher_id, then start_date, start_at, id; lower(name), id; modified, id. Each of
 * these three has the columns that the lists filter by. Groups of public events: publisher_id, reference_type, id.
 * Public events that are not drafts, for upcoming events: publisher_id, start_at, id; publisher_id, calendar_id,
 * start_at, id; publisher_id, end_at of those that last more than 7 days.
 *
 * Dates of series, unique: publisher_id, series_id, occurrence.
 *
 * There is no foreign key to `calendar`: a private calendar has no row there, only an id in `subscriber`.
 */
export interface EventTable {
  publisher_id: number
  id: string
  calendar_id: string // its home: a calendar's id, or a subscriber's private_calendar_id
  also_in: Json | null // ids of the other calendars that have it, as `event_calendar`; null: none
  private: 0 | 1
  reference: string | null
  reference_type: string | null
  name: string
  location: string
  details: string
  start_date: string // YYYY-MM-DD, local
  start_time: string | null // HH:MM; null: all day
  end_date: string // the last day, inclusive, when all day
  end_time: string | null
  timezone: string
  start_at: Ms
  end_at: Ms
  alert: string
  alert2: string
  draft: 0 | 1
  cancelled: 0 | 1
  sponsored_message: string
  extras: Json | null // the fields that few events have
  sequence: number // RFC 5545 SEQUENCE
  revision: number // the publisher's revision of the last change
  created: Ms
  modified: Ms
  series_id: string | null
  occurrence: string | null // the local start that the rule gave: YYYY-MM-DDTHH:MM, or YYYY-MM-DD when all day
}

/**
 * A calendar that has a public event besides its home. Primary key: publisher_id, calendar_id, event_id.
 */
export interface EventCalendarTable {
  publisher_id: number
  calendar_id: string
  event_id: string
  imported: 0 | 1 // an import put it there
}

/**
 * A view: the events of each calendar, with those whose home is another one. An event has a row for each of its
 * calendars. The columns are those by which the events of a calendar are found.
 */
export type CalendarEventView = Pick<
  EventTable,
  | 'publisher_id'
  | 'calendar_id'
  | 'id'
  | 'private'
  | 'draft'
  | 'cancelled'
  | 'start_at'
  | 'end_at'
  | 'revision'
  | 'name'
  | 'location'
  | 'details'
>

/**
 * The code in the addresses of an event's quick links. It stays when the event is deleted, so that its addresses say
 * whose they were. Primary key: publisher_id, code.
 */
export interface LinkCodeTable {
  publisher_id: number
  code: string
  event_id: string
}
