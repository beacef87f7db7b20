import type { Generated } from 'kysely'
import type { Notification } from '../../webhooks/notification.ts'
import type { Json, Ms } from './index.ts'

/** A registered webhook URL. Primary key: publisher_id, id. */
export interface CallbackTable {
  publisher_id: number
  id: string
  name: string
  url: string
  kinds: Json // NotificationKind[]; which ones it wants
  active: 0 | 1
  encryption_secret: string // sealed; empty: bodies go plain
  signing_secret: string // sealed
  id_name: Generated<string> // what `svcId` is called in its bodies
  created: Ms
  modified: Ms
}

/**
 * One thing that happened, kept. Primary key: publisher_id, id. Indexes: publisher_id, revision, id, the order
 * in which notifications were committed; publisher_id, subscriber_id, id.
 */
export interface NotificationTable {
  publisher_id: number
  id: string
  kind: Notification['kind']
  revision: number
  subscriber_id: string | null // whom it tells of; null: nobody, somebody tried a callback out
  payload: string // the plain body, byte for byte as it is sent and signed
  created: Ms
}

/**
 * One notification on its way to one callback. Primary key: publisher_id, id. Indexes: publisher_id,
 * callback_id, due_at of those waiting (the queue); publisher_id, notification_id; publisher_id, created, id, of
 * all and of those not delivered; publisher_id, callback_id, created, id.
 */
export interface DeliveryTable {
  publisher_id: number
  id: string
  notification_id: string
  callback_id: string
  state: 'waiting' | 'delivered' | 'failed'
  due_at: Ms // when it is tried next; while it is under way, when it is taken for lost
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
