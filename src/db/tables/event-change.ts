import type { Json, Ms } from './index.ts'

/**
 * A change of an event that the subscribers of one of its calendars can see: an event in three calendars has three
 * rows. Added events have none, and neither has the deletion of a whole calendar. Primary key: publisher_id, revision,
 * event_id, calendar_id. Indexes: publisher_id, calendar_id, revision; of public events: publisher_id, at, revision,
 * event_id.
 */
export interface EventChangeTable {
  publisher_id: number
  revision: number
  event_id: string
  calendar_id: string // a calendar that had it before the change, or a subscriber's private_calendar_id
  subscriber_id: string | null // of a private event
  kinds: string // the kinds of the change, separated by commas
  before: Json | null // EventPicture; null for a private event
  after: Json | null // EventPicture; null for a private event, and for one that was removed
  start_before: Ms
  start_after: Ms | null // null: removed
  end_at: Ms // the later end, before or after: of an event that had ended it is at most `at`
  at: Ms
}

/**
 * The reach of the public changes of one revision in one calendar, at one time. Primary key: publisher_id,
 * revision, calendar_id, at.
 */
export interface ChangeReachTable {
  publisher_id: number
  revision: number
  calendar_id: string
  at: Ms
  active: number
  reached: number
  partly: number
  silent: number
  applications: Json // ApplicationReach[]
}

/**
 * The highest percentage of reach that callbacks were notified of, for the public changes of one revision in one
 * calendar. Primary key: publisher_id, revision, calendar_id.
 */
export interface ReachNotificationTable {
  publisher_id: number
  revision: number
  calendar_id: string
  percent: number // 50, 90 or 99
}
