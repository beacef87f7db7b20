import type { Profile } from './subscriber.ts'

/**
 * A link of a subscriber: each subscribing gives one, so that the links on several devices can be ended one by
 * one. A pending link is not the subscriber's own yet: its feed has only the calendars of its request.
 */
export interface FeedLink {
  publisherId: number
  /** The `svc_id`; of a pending link, the one that the person will get. */
  subscriberId: string
  /** From 0; never given twice. */
  number: number
  /** `feed`: for a calendar application. `account`: for other software of the person. */
  kind: LinkUse
  /** Given by the subscriber, or empty. */
  name: string
  /** The application that last read the feed, before that the chosen one; empty if unknown. */
  application: string
  /** Epoch ms, as all times here. */
  created: number
  /** Null: pending. */
  confirmedAt: number | null
  /** The last read of the feed, to the hour. */
  lastUsedAt: number | null
  /** The first read by a recognised application, whose name `application` then has. Null: none yet. */
  fetchedAt: number | null
  endedAt: number | null
  /** Until then the link shows and changes the subscriber's data without a mail. */
  freshUntil: number | null
}

export type LinkUse = 'feed' | 'account'

/** The request that a pending link waits to have confirmed. */
export interface LinkRequest {
  publisherId: number
  subscriberId: string
  number: number
  /** As typed; null 30 days after the request. */
  email: string | null
  calendarIds: string[]
  /** Null 30 days after the request. */
  request: StoredRequest | null
  /** A hash of the request with its Idempotency-Key, or empty. */
  fingerprint: string
  /** The language of the mail. */
  language: string
  created: number
}

/** The parts of a request that are merged when it is confirmed. */
export interface StoredRequest {
  widgetId: string
  application: string
  profile: Profile
  referringPage?: string
  state?: object
  /** The link that the person got in place of the pending one, since the address has another `svc_id` now. */
  movedTo?: { id: string; number: number }
}

/** The applications that the pages of widgets offer, by the names that they send. */
const OFFERED_APPLICATIONS = ['Google Calendar', 'Apple Calendar', 'Outlook.com', 'Microsoft 365', 'Outlook']

/** Returns a chosen application, or an empty text: mails and pages must not show what a stranger made up. */
export function offeredApplication(name: string): string {
  return OFFERED_APPLICATIONS.includes(name) ? name : ''
}

/** A pending request can be confirmed for this long; then its personal data is deleted. */
export const CONFIRMABLE_MS = 30 * 86_400_000

/** Returns whether a link is the subscriber's own and has not ended. */
export function isLive({ confirmedAt, endedAt }: Pick<FeedLink, 'confirmedAt' | 'endedAt'>): boolean {
  return confirmedAt !== null && endedAt === null
}

/** Returns whether a link waits to be confirmed. */
export function isPending({ confirmedAt, endedAt }: Pick<FeedLink, 'confirmedAt' | 'endedAt'>): boolean {
  return confirmedAt === null && endedAt === null
}
