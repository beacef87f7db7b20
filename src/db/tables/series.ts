import type { Json, Ms } from './index.ts'

/**
 * A series of events. Primary key: publisher_id, id. Unique: publisher_id, reference. Index: publisher_id,
 * calendar_id.
 */
export interface SeriesTable {
  publisher_id: number
  id: string
  calendar_id: string // a calendar's id, or a subscriber's private_calendar_id
  also_in: Json | null // ids of further public calendars
  private: 0 | 1
  reference: string | null // no other series has it, and no event
  date_reference: string | null // the references of its dates are this, @ and the day
  fields: Json // EventFields of the first date
  rule: string // RFC 5545, 3.3.10
  included: Json // additional days, YYYY-MM-DD
  skip_calendars: Json | null // ids; null: it skips no days
  skipped_at: Json | null // versions of skip_calendars when the dates were last compared with them
  made_until: string // YYYY-MM-DD, the last day up to which dates are made; 9999-12-31: it has ended
  revision: number
  created: Ms
  modified: Ms
}

/** A date that a series leaves out. Primary key: publisher_id, series_id, occurrence. */
export interface SeriesExcludeTable {
  publisher_id: number
  series_id: string
  occurrence: string // as event.occurrence
}
