import type { SegmentFilter } from './segment.ts'
import { emailKey, type Profile } from './subscriber.ts'

export type SubscriberSort = 'created' | 'email' | 'left'

/** The order of a list. `left`: by the time of unsubscribing, and only inactive subscribers. */
export interface SubscriberOrder {
  by: SubscriberSort
  descending: boolean
}

export interface SubscriberFilter extends SegmentFilter {
  /** Words of the name or parts of the e-mail address, or a whole `svc_id`. */
  q?: string
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
  /** The profile as JSON, only where a search looks at names. */
  profile?: string
}

/** The position of a subscriber in an order. `key` is 0 if the order is by id only. */
export interface Place {
  key: string | number
  id: string
  /**
   * A search lists those first whose address begins with the text: an index finds them at once. True: the position is
   * among the others, who are looked for one by one.
   */
  others?: true
}

/** Returns a position before all subscribers. */
export function startOf({ by, descending }: SubscriberOrder): Place {
  const id = (descending ? 'f' : '0').repeat(24)
  if (by === 'email') return { key: descending ? LAST : '', id }
  return { key: descending ? Number.MAX_SAFE_INTEGER : 0, id }
}

/** Appended to the beginning of an address, sorts after every address that begins with it. */
export const LAST = '\u{10ffff}'

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

/** Returns whether a row matches the filter, except for `calendarIds` and `q`, which callers check. */
export function matchesFilter(row: Listed, { state, source, widgetId }: SubscriberFilter): boolean {
  if (state && (state === 'active') !== (row.active === 1)) return false
  if (source && row.source !== source) return false
  return !widgetId || row.widget_id === widgetId
}

/**
 * Returns whether the name and the address have every word of a search, and the address does not begin with it. Upper
 * and lower case are the same, and so are letters without accents and those with them.
 */
export function isElsewhere({ email_key, profile = '{}' }: Listed, q: string): boolean {
  const searched = emailKey(q)
  if (email_key.startsWith(searched)) return false
  const { firstName, lastName } = JSON.parse(profile) as Profile
  const text = [email_key, firstName, lastName].filter(Boolean).join(' ').toLowerCase()
  const plain = withoutAccents(text)
  return searched.split(/\s+/).every((word) => text.includes(word) || plain.includes(word))
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}
