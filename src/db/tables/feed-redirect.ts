import type { Ms } from './index.ts'

/**
 * Where an old feed address leads. `directory` has the same key, kind `feed-address`, and tells whose it is. The
 * address itself is not kept: it opens somebody's calendar.
 *
 * Primary key: publisher_id, key. Index: publisher_id, target_id, key.
 */
export interface FeedRedirectTable {
  publisher_id: number
  key: string // 22 characters: a hash of the address
  kind: 'subscriber' | 'calendar'
  target_id: string // the svc_id, or the id of a public calendar
  generation: number // of the subscriber's links when the address was stored; 0 for a calendar
  created: Ms
}
