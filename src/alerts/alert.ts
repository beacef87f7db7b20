import { newId } from '../ids.ts'
import type { AlertRule, Channel } from './alert-rule.ts'

/** `off`: the person does not want alerts. `refused`: the mail server refused the address too often. */
export const ALERT_CHOICES = ['on', 'off', 'refused'] as const
export type AlertChoice = (typeof ALERT_CHOICES)[number]

/** An event in a calendar, of which an alert tells. */
export interface AlertTopic {
  eventId: string
  calendarId: string
}

/** The parts of a rule that an alert needs, as they were when the alert began. */
export type AlertTerms = Pick<
  AlertRule,
  'kinds' | 'leastMove' | 'dailyCap' | 'askAbove' | 'channels' | 'language'
>

/**
 * `finding`: its recipients are searched. `asking`: somebody has to agree, since it would tell many. `sending`: mails
 * go out. `done`: nobody is left to tell. `dismissed`: somebody did not agree, or stopped it.
 */
export const ALERT_STATES = ['finding', 'asking', 'sending', 'done', 'dismissed'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** An alert: one message, or a few, to each subscriber whose calendar has not fetched some changes. */
export interface Alert {
  id: string
  publisherId: number
  /** The name of the user who asked for it; empty: a rule. */
  askedBy: string
  /** Epoch ms. */
  created: number
  state: AlertState
  topics: AlertTopic[]
  terms: AlertTerms
  /** How many may have to be told. Each is looked at again when the turn comes. */
  people: number
  /** The recipients that have ended, by their state. */
  counts: Record<EndState, number>
}

/**
 * `waiting`: not told yet. `told`: sent. `current`: the calendar had fetched everything when the turn came. `capped`:
 * was told often enough that day. `off`: left, or switched alerts off. `refused`: the mail server refused the address.
 * `late`: the events had begun before a server took a message.
 */
export type RecipientState = (typeof RECIPIENT_STATES)[number]
export const RECIPIENT_STATES = ['waiting', 'told', 'current', 'capped', 'off', 'refused', 'late'] as const
/** The states in which a recipient ends. */
export type EndState = Exclude<RecipientState, 'waiting'>

/** The counts of an alert that begins. */
export const NOBODY_YET: Alert['counts'] = { told: 0, current: 0, capped: 0, off: 0, refused: 0, late: 0 }

/** Returns an alert that begins at `created` (epoch ms). */
export function newAlert(
  alert: Pick<Alert, 'publisherId' | 'askedBy' | 'created' | 'topics' | 'terms'>,
): Alert {
  return { ...alert, id: newId(alert.created), state: 'finding', people: 0, counts: NOBODY_YET }
}

/** Returns how many of an alert's people were not told, and have no other end. */
export function countWaiting({ state, people, counts }: Alert): number {
  if (state === 'done') return 0
  return Math.max(0, people - Object.values(counts).reduce((sum, count) => sum + count, 0))
}

/** The revisions of which a person was told by each channel, by `topicKey`. */
export type Told = Partial<Record<Channel, Record<string, number>>>

/** Returns the keys of the topics of which a person was told by any channel. */
export function toldKeys(told: Told): string[] {
  return [...new Set(Object.values(told).flatMap(Object.keys))]
}

/** A key for maps. */
export function topicKey({ eventId, calendarId }: AlertTopic): string {
  return `${calendarId} ${eventId}`
}
