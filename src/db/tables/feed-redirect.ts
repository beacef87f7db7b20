import type { Ms } from './index.ts'

/**
 * The target of an old feed address. `directory` has the same key with the kind `feed-address`, and the
 * publisher. The address itself is not stored, since it is a secret that opens a subscriber's calendar.
 * Primary key: publisher_id, key. Index: publisher_id, target_id, key.
 */
export interface FeedRedirectTable {
  publisher_id: number
  key: string // 22 characters: a hash of the address
  kind: 'subscriber' | 'calendar'
  target_id: string // the svc_id, or the id of a public calendar
  generation: number // the number of the subscriber's link it leads to; 0 for a calendar
  created: Ms
}
