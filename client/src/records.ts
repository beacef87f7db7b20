// What callers send and get beyond what types.ts has from the schemas of the service.

import type { EventFields, PrivateEventFields } from './types.ts'

export type {
  Account,
  CalendarInFull,
  CalendarRecord,
  CalendarUrl,
  EventRecord,
  SubscriberEvent,
  SubscriberRecord,
} from './types.ts'

/** Up to ten links of an event, n from 1 to 10. */
export interface QuickLinks {
  [link: `quickLink[${number}][${'name' | 'url'}]`]: string
}

/** Details every answer of a record has. */
export type QuickLinkRecord = QuickLinks & { [link: `quickLink[${number}][original_url]`]: string }

/** An event that is created. `draft` 0 makes it live; left out, the event is in no feed. */
export type NewEvent = EventFields &
  QuickLinks & { calendarId: string; name: string; location: string; startDate: string; endDate: string }

/** A private event that is created alone. */
export type NewPrivateEvent = PrivateEventFields &
  QuickLinks & { name: string; startDate: string; endDate: string }

/** A private event within a batch, with whose it is and your own key of it. */
export type BatchRecord = NewPrivateEvent & { svcId: string; reference: string }

/** What changes of an event. */
export type EventChanges = EventFields & QuickLinks

/** A sub-account that was created. The secret is told only now. */
export interface CreatedAccount {
  publisherId: number
  apiKey: string
  secret: string
  widgets: { id: string; type: 'button' | 'event'; name: string; directLink: string }[]
}

/** One thing that happened, as callbacks are told of it. */
export interface Notification {
  id: string
  kind: 'subscribe' | 'schedules-added' | 'schedules-removed' | 'unsubscribe' | 'test'
  created: string
  payload: WebhookBody
}

/** The body of a webhook, decrypted. Which kind it is `action` and the lists of calendars tell. */
export interface WebhookBody {
  svcId: string
  email: string
  /** Unix seconds, as a text. */
  timestamp: string
  /** Only of somebody who left. */
  action?: 'unsubscribe'
  /** Ids by position; the two lists below have the same order. */
  calendarIds?: Record<string, string>
  calendarNames?: string[]
  calendarReferences?: string[]
  reference?: string
  secondary_email?: string
  first_name?: string
  last_name?: string
  age_group?: string
  country?: string
  gender?: string
  mobile?: string
  zip?: string
  custom_fields?: { name: string; value: string }[]
  location?: Record<string, string | number>
  referringPage?: string
  state?: Record<string, unknown>
}

/** What became of one id of a batch deletion. */
export interface DeletedItem {
  id: string
  status: number
}

/** The answer to a batch that is added. */
export interface BatchAnswer {
  total_processed: number
  added: number
  errors?: number
  /** In no certain order: `reference` tells which record. */
  items: BatchItem[]
  elapsed: string
}

export type BatchItem =
  | { reference: string; status: 201; id: string; scheduleId: string }
  | { reference: string; status: number; error: string }

/** The answer to a batch that is deleted. */
export interface DeletionAnswer {
  total_processed: number
  deleted: number
  not_found: number
  not_deleted: number
  errors: number
  items: DeletedItem[]
  elapsed: string
}
