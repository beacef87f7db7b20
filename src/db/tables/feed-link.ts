import type { Json, Ms } from './index.ts'

/**
 * A link of a subscriber; the tokens of its feed and portal carry its number. Primary key: publisher_id,
 * subscriber_id, number. No foreign key to the subscriber: a pending link of a new address has the id that
 * the person will get. Index of pending ones: publisher_id, created.
 */
export interface FeedLinkTable {
  publisher_id: number
  subscriber_id: string
  number: number // from 0; never given twice
  kind: 'feed' | 'account'
  name: string // given by the subscriber; empty: none
  application: string // the one that last read the feed, before that the chosen one; empty: unknown
  created: Ms
  confirmed_at: Ms | null // null: pending
  last_used_at: Ms | null // the last read of the feed, to the hour; null: none
  fetched_at: Ms | null // the first read by a known application, whose name then stands in application; null: none
  ended_at: Ms | null
  fresh_until: Ms | null // until then the link shows and changes the subscriber's data without a mail
}

/**
 * The request that a pending link waits to have confirmed; it is deleted then. After 30 days only the
 * calendars of its feed are left. Primary key: publisher_id, subscriber_id, number. Indexes: publisher_id,
 * email_key; publisher_id, created of those with a request.
 */
export interface LinkRequestTable {
  publisher_id: number
  subscriber_id: string
  number: number
  email: string | null // as typed
  email_key: string | null // in lower case
  calendar_ids: Json // string[]
  request: Json | null // StoredRequest
  fingerprint: string // a hash of the request with its Idempotency-Key; empty: it had none
  language: string // of the mail
  created: Ms
}
