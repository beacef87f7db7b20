import type { Source } from './subscriber.ts'

export type SubscriberSort = 'created' | 'email' | 'left'

/** The order of a list. `left`: by the time of unsubscribing, and only inactive subscribers. */
export interface SubscriberOrder {
  by: SubscriberSort
  descending: boolean
}

export interface SubscriberFilter {
  /** The beginning of the e-mail address, or a whole `svc_id`. */
  q?: string
  state?: 'active' | 'left'
  calendarId?: string
  source?: Source
  /** The widget of the last subscription. */
  widgetId?: string
}

/** The columns that filters and orders need. */
export interface Listed {
  id: string
  email_key: string
  active: 0 | 1
  /** Epoch ms; null while active. */
  ended_at: number | null
  source: string
  widget_id: string
}

/** The position of a subscriber in an order. `key` is 0 if the order is by id only. */
export interface Place {
  key: string | number
  id: string
}

/** Returns the position of a row. Ids begin with their time, so the order of ids is that of creation. */
export function placeIn({ by }: SubscriberOrder, row: Listed): Place {
  const key = by === 'email' ? row.email_key : by === 'left' ? (row.ended_at ?? 0) : 0
  return { key, id: row.id }
}

/** Compares two positions for sorting, by bytes as the database does. */
export function comparePlaces({ descending }: SubscriberOrder, a: Place, b: Place): number {
  const keys =
    typeof a.key === 'number' && typeof b.key === 'number'
      ? a.key - b.key
      : Buffer.compare(Buffer.from(String(a.key)), Buffer.from(String(b.key)))
  const rising = keys || (a.id < b.id ? -1 : Number(a.id > b.id))
  return descending ? -rising : rising
}

/** Returns whether a row matches the filter, except for `calendarId` and `q`, which callers check. */
export function matchesFilter(row: Listed, { state, source, widgetId }: SubscriberFilter): boolean {
  if (state && (state === 'active') !== (row.active === 1)) return false
  if (source && row.source !== source) return false
  return !widgetId || row.widget_id === widgetId
}
