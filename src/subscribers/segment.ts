import type { Source } from './subscriber.ts'

/** A filter of subscribers without a searched text, which may name a person: a segment is kept after they are erased. */
export interface SegmentFilter {
  state?: 'active' | 'left'
  /** The calendars that a subscriber follows, or followed when they left; each once. */
  calendarIds?: string[]
  /** `all`: a subscriber follows each of the calendars; otherwise one of them is enough. */
  follows?: 'any' | 'all'
  source?: Source
  /** The widget of the last subscription. */
  widgetId?: string
}

/** A filter of subscribers that is kept under a name. */
export interface Segment {
  id: string
  /** No two segments of a publisher have the same. */
  name: string
  filter: SegmentFilter
  /** Epoch ms. */
  created: number
}
