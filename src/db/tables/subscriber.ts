import type { Generated } from 'kysely'
import type { Json, Ms } from './index.ts'

/**
 * Primary key: publisher_id, id. Unique: publisher_id, email_key; publisher_id, private_calendar_id. Index of those
 * who left: publisher_id, ended_at, id. E-mail keys are in the order of their octets on both databases.
 */
export interface SubscriberTable {
  publisher_id: number
  id: string // the svc_id
  email: string // as typed
  email_key: string // in lower case
  active: 0 | 1
  ended_at: Ms | null // when the subscriber left
  private_calendar_id: string
  rotations: Json // Ms[]: when each link generation ended; as many as there were rotations
  reminders: Json | null // string[]: the subscriber's own in place of the publisher's
  reminders_at: Generated<Ms> // when they were last chosen; 0: never
  profile: Json // Profile: registration fields, consents, the applications chosen
  source: string
  widget_id: string // the widget of the last subscription; empty: none
  revision: number // the publisher's revision of the last change the feed shows, private deletions too
  revision_at: Ms
  created: Ms
  modified: Ms
}

/** Primary key: publisher_id, subscriber_id, calendar_id. Index: publisher_id, calendar_id, subscriber_id. */
export interface SubscriptionTable {
  publisher_id: number
  subscriber_id: string
  calendar_id: string
  created: Ms
}

/** How often which application read a subscriber's feed. Primary key: publisher_id, subscriber_id, application. */
export interface FeedReadTable {
  publisher_id: number
  subscriber_id: string
  application: string
  reads: number
  last_read_at: Ms
  version: string // the feed version the last read carried
}

/**
 * That there was somebody of this `svc_id`, and nothing else of them: their feed then says that it has ended.
 * Primary key: publisher_id, id. Index of those not done: publisher_id, id.
 */
export interface ErasedSubscriberTable {
  publisher_id: number
  id: string
  private_calendar_id: string // named by the event in the ended feed
  ended_at: Ms // when the subscription ended
  erased_at: Ms
  done: 0 | 1 // 0: private events, or a last notification, are still to go
}
