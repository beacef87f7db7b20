import type { Generated } from 'kysely'
import type { Json, Ms } from './index.ts'

/** When subscribers are told of changes. Primary key: publisher_id, id. */
export interface AlertRuleTable {
  publisher_id: number
  id: string
  calendar_ids: Json | null // string[]; null: all calendars
  kinds: string // the kinds of changes, separated by commas
  least_move: number // minutes
  within_hours: number // told at most this long before the start
  grace: number // minutes from the change, in which calendars may fetch it
  quiet_from: string | null // HH:MM in the publisher's time zone
  quiet_to: string | null
  daily_cap: number // mails to one person in 24 hours
  ask_above: number // people who are told without a question
  channels: string // mail, push, separated by commas
  language: string // of mails to subscribers whose own is unknown
  active: 0 | 1
  created: Ms
}

/** The revision up to which the history was searched for changes to tell. Primary key: publisher_id. */
export interface AlertFollowerTable {
  publisher_id: number
  revision: number
}

/** A changed event in a calendar, of which subscribers are told at a time. Primary key: all but the last two. */
export interface AlertDueTable {
  publisher_id: number
  calendar_id: string
  event_id: string
  rule_id: string
  due_at: Ms
}

/** An alert: events that subscribers are told of. Primary key: publisher_id, id. Index of open ones: state. */
export interface AlertTable {
  publisher_id: number
  id: string
  asked_by: string // the name of the user who asked for it; empty: a rule
  created: Ms
  state: string // AlertState
  topics: Json // AlertTopic[]
  terms: Json // AlertTerms
  people: number // recipients
  // Recipients by the state in which they ended.
  told: Generated<number>
  current: Generated<number>
  capped: Generated<number>
  off: Generated<number>
  refused: Generated<number>
  late: Generated<number>
  found_calendars: number // calendars of the topics whose subscribers have all been searched
  found_upto: string // the last searched subscriber of the next calendar
}

/**
 * A person who is told. Primary key: publisher_id, alert_id, subscriber_id. Indexes: of waiting ones, publisher_id,
 * alert_id, next_at; publisher_id, subscriber_id, at.
 */
export interface AlertRecipientTable {
  publisher_id: number
  alert_id: string
  subscriber_id: string
  state: string // RecipientState
  told: Json | null // Told: the events in the messages that were sent
  attempts: number
  next_at: Ms // when the next attempt is due; during an attempt, when another process may take it over
  at: Ms | null // when the last message was sent
}
