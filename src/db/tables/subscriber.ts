import type { Generated } from 'kysely'
import type { Json, Ms } from './index.ts'

/**
 * A subscriber. Primary key: publisher_id, id. Unique: publisher_id, email_key; publisher_id,
 * private_calendar_id. Index of inactive ones: publisher_id, ended_at, id. E-mail keys are sorted by octets
 * on both databases.
 */
export interface SubscriberTable {
  publisher_id: number
  id: string // the svc_id
  email: string // as typed
  email_key: string // in lower case
  active: 0 | 1
  ended_at: Ms | null // when the subscriber left
  private_calendar_id: string
  reminders: Json | null // string[]: the subscriber's own in place of the publisher's
  reminders_at: Ms // when they were last chosen; 0: never
  profile: Json // Profile: registration fields, consents, the applications chosen
  source: string
  widget_id: string // the widget of the last subscription; empty: none
  revision: number // the publisher's revision of the last change the feed shows, private deletions too
  revision_at: Ms
  created: Ms
  modified: Ms
  confirmed_at: Ms | null // when the address was last proved to be the person's; null: never
  alerts: Generated<string> // on; off: the person does not want them; refused: the mail server refused the address
  mail_refusals: Generated<number> // alerts that the mail server refused one after the other
  language: Generated<string> // of mails; empty: unknown
}

/** Primary key: publisher_id, subscriber_id, calendar_id. Index: publisher_id, calendar_id, subscriber_id. */
export interface SubscriptionTable {
  publisher_id: number
  subscriber_id: string
  calendar_id: string
  created: Ms
}

/** Filters of subscribers that are kept under a name. Primary key: publisher_id, id. */
export interface SegmentTable {
  publisher_id: number
  id: string // 24 hex characters
  name: string
  filter: Json // SegmentFilter
  created: Ms
}

/** Reads of a subscriber's feed by one application. Primary key: publisher_id, subscriber_id, application. */
export interface FeedReadTable {
  publisher_id: number
  subscriber_id: string
  application: string
  reads: number
  last_read_at: Ms
  etag: string // the ETag of the feed that was sent last
  revision: number // the application has all changes up to this revision of the publisher; 0: unknown
}

/**
 * An erased subscriber, without personal data: the feed then says that it has ended. Primary key:
 * publisher_id, id. Index of those not done: publisher_id, id.
 */
export interface ErasedSubscriberTable {
  publisher_id: number
  id: string
  private_calendar_id: string // named by the event in the ended feed
  ended_at: Ms // when the subscription ended
  erased_at: Ms
  done: 0 | 1 // 0: private events, or a last notification, are still to be deleted or sent
}
