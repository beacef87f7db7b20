import type { Json, Ms } from './index.ts'

/** A registered webhook URL. Primary key: publisher_id, id. */
export interface CallbackTable {
  publisher_id: number
  id: string
  name: string
  url: string
  kinds: Json // NotificationKind[]; the kinds that are sent to it
  active: 0 | 1
  encryption_secret: string // sealed; empty: bodies are not encrypted
  signing_secret: string // sealed
  id_name: string // what `svcId` is called in its bodies
  created: Ms
  modified: Ms
}

/**
 * A stored notification. Primary key: publisher_id, id. Indexes: publisher_id, revision, id, the order in
 * which notifications were committed; publisher_id, subscriber_id, id.
 */
export interface NotificationTable {
  publisher_id: number
  id: string
  kind: string // NotificationKind, or test: somebody tried a callback out
  revision: number
  subscriber_id: string | null // the subscriber whose data the payload has, if any
  payload: string // JSON: the body before it is encrypted
  created: Ms
}

/**
 * The delivery of a notification to a callback. Primary key: publisher_id, id. Indexes: publisher_id,
 * callback_id, due_at of waiting ones (the queue); publisher_id, notification_id; publisher_id, created, id,
 * of all and of those not delivered; publisher_id, callback_id, created, id.
 */
export interface DeliveryTable {
  publisher_id: number
  id: string
  notification_id: string
  callback_id: string
  state: 'waiting' | 'delivered' | 'failed'
  due_at: Ms // time of the next attempt; during an attempt, when it counts as lost
  attempts: number // finished ones
  first_attempt_at: Ms | null
  created: Ms
}

/** Primary key: publisher_id, delivery_id, number. */
export interface DeliveryAttemptTable {
  publisher_id: number
  delivery_id: string
  number: number // from 1
  at: Ms
  status: number | null // null: no answer
  error: string // empty: none
  duration_ms: number
  answer: string // the first 1 KiB
}
