import type { Source } from './subscriber.ts'

export type SubscriberSort = 'created' | 'email' | 'left'

/** In which order subscribers are listed. `left`: by when they left, and only who has. */
export interface SubscriberOrder {
  by: SubscriberSort
  descending: boolean
}

export interface SubscriberFilter {
  /** How the e-mail begins, or a whole `svc_id`. */
  q?: string
  state?: 'active' | 'left'
  calendarId?: string
  source?: Source
  /** The widget it last subscribed through. */
  widgetId?: string
}

/** What a list looks at of each subscriber before it reads those that fit. */
export interface Listed {
  id: string
  email_key: string
  active: 0 | 1
  /** Epoch ms; null: active. */
  ended_at: number | null
  source: string
  widget_id: string
}

/** The place of a subscriber in an order. `key` is 0 where the id alone tells. */
export interface Place {
  key: string | number
  id: string
}

/** The value an order goes by. Ids begin with their time, so by them is by creation. */
export function placeIn({ by }: SubscriberOrder, row: Listed): Place {
  const key = by === 'email' ? row.email_key : by === 'left' ? (row.ended_at ?? 0) : 0
  return { key, id: row.id }
}

/** Below 0: `a` comes first. The order of octets, as in the database. */
export function comparePlaces({ descending }: SubscriberOrder, a: Place, b: Place): number {
  const keys =
    typeof a.key === 'number' && typeof b.key === 'number'
      ? a.key - b.key
      : Buffer.compare(Buffer.from(String(a.key)), Buffer.from(String(b.key)))
  const rising = keys || (a.id < b.id ? -1 : Number(a.id > b.id))
  return descending ? -rising : rising
}

/** Whether a subscriber is one of those wanted. Calendars and `q` are looked at elsewhere. */
export function fits(row: Listed, { state, source, widgetId }: SubscriberFilter): boolean {
  if (state && (state === 'active') !== (row.active === 1)) return false
  if (source && row.source !== source) return false
  return !widgetId || row.widget_id === widgetId
}
