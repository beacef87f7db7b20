import type { Json, Ms } from './index.ts'

/**
 * A public or private event. Primary key: publisher_id, id. Unique: publisher_id, reference. Indexes:
 * publisher_id, calendar_id, revision (feeds); publisher_id, reference_type, id (groups). Of public events the
 * same, and for lists publisher_id, then start_date, start_at, id; lower(name), id; modified, id; each with
 * calendar_id and draft, and the first with end_date, the others with start_date. What comes next, of public events that are no drafts:
 * publisher_id, start_at, id; publisher_id, calendar_id, start_at, id; publisher_id, end_at of those that
 * last more than 7 days.
 *
 * There is no foreign key to `calendar`: a private calendar is no row there but an id its subscriber owns.
 */
export interface EventTable {
  publisher_id: number
  id: string
  calendar_id: string // a calendar's id, or a subscriber's private_calendar_id
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
  sponsored_message: string
  extras: Json | null // EventExtras: what few events have
  sequence: number // RFC 5545 SEQUENCE
  revision: number // the publisher's revision of the last change
  created: Ms
  modified: Ms
}
