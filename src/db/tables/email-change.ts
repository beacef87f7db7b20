import type { Ms } from './index.ts'

/**
 * A new address that a subscriber asked for; deleted after a day. Primary key: publisher_id, id. Indexes:
 * publisher_id, subscriber_id; publisher_id, created, id.
 */
export interface EmailChangeTable {
  publisher_id: number
  id: string // in the token of the link that confirms it
  subscriber_id: string
  email: string // the new address, as typed
  language: string // of the mails
  created: Ms
  done_at: Ms | null // when it was confirmed; null: not yet
}
