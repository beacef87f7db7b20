import type { Ms } from './index.ts'

/** A feed that is too large to show all events. Primary key: publisher_id, kind, feed_id. */
export interface CutFeedTable {
  publisher_id: number
  kind: 'subscriber' | 'calendar'
  feed_id: string // the id of the subscriber or of the calendar
  side: 'until' | 'since' // later, or earlier, events are left out
  reaches_to: Ms // start of the last, or earliest, event shown
  seen_at: Ms
}
