import type { Ms } from './index.ts'

/**
 * A browser of a subscriber that gets notifications by web push. Primary key: publisher_id, id. Index:
 * publisher_id, subscriber_id, created, id.
 */
export interface PushSubscriptionTable {
  publisher_id: number
  id: string // of a hash of the endpoint
  subscriber_id: string
  link_number: number // the link by which it was made
  target: string // sealed: PushTarget
  browser: string // such as `Firefox on Linux`
  created: Ms
  last_sent_at: Ms | null // when a push service last took a message; null: never
}
