import type { Ms } from './index.ts'

/**
 * A device that is told when a calendar of its CalDAV account changes. Primary key: publisher_id, id. Indexes:
 * publisher_id, collection, id; publisher_id, subscriber_id; due_at of those that are due.
 */
export interface PushRegistrationTable {
  publisher_id: number
  id: string // of a hash of the person, the collection and the address
  subscriber_id: string
  link_number: number // of the device
  collection: string // the last part of its path
  calendar_id: string // or the subscriber's private_calendar_id
  target: string // sealed: PushTarget
  content: 0 | 1 // 1: told when the content changes
  properties: string | null // a hash of the name and colour that the device knows; null: it is not told of them
  created: Ms
  expires_at: Ms
  told: number // the version of the calendar that the last message told of
  changed: number // above `told` after a change that no message was claimed for
  due_at: Ms | null // when the message is to be sent, or while it is, when to try again; null: there is none
  attempts: number // of this message
  last_sent_at: Ms | null // when a push service last took a message; null: never
}

/** The revision up to which the changes of a publisher's calendars were looked at. Primary key: publisher_id. */
export interface PushFollowerTable {
  publisher_id: number
  revision: number
  properties: string // a hash of the names and colours of its calendars then
}
