// Types beyond those that types.ts has from the service's schemas.

import type {
  AlertSentBody,
  ChangeReachedBody,
  EventFields,
  PrivateEventFields,
  SubscriberBody,
} from './types.ts'

export type {
  Account,
  AlertSentBody,
  CalendarInFull,
  CalendarRecord,
  CalendarUrl,
  ChangeReachedBody,
  ChangeRecord,
  EventRecord,
  NewDevice,
  Notification,
  SeriesRecord,
  SubscriberBody,
  SubscriberEvent,
  SubscriberRecord,
} from './types.ts'

/**
 * The body of a webhook, decrypted. Bodies about a subscriber have no `kind`; other bodies begin with it:
 * `if (body.kind === 'change.reached')`.
 */
export type WebhookBody = OneOf<SubscriberBody | ChangeReachedBody | AlertSentBody>

/** A union of which each member has the fields of the others as undefined, so that all may be read. */
type OneOf<Union, Members = Union> = Members extends unknown
  ? Members & { [Name in Exclude<NamesOfAll<Union>, keyof Members>]?: undefined }
  : never
type NamesOfAll<Union> = Union extends unknown ? keyof Union : never

/** Up to ten links of an event, numbered from 1. */
export interface QuickLinks {
  [link: `quickLink[${number}][${'name' | 'url'}]`]: string
}

/** The quick links in the record of an event, with the original URL of each. */
export type QuickLinkRecord = QuickLinks & { [link: `quickLink[${number}][original_url]`]: string }

/** A new public event. Without `draft: 0` it is a draft, which is in no feed. */
export type NewEvent = Omit<EventFields, 'join'> &
  QuickLinks & { calendarId: string; name: string; location: string; startDate: string; endDate: string }

/** A new private event, without its subscriber. */
export type NewPrivateEvent = PrivateEventFields &
  QuickLinks & { name: string; startDate: string; endDate: string }

/** A private event in a batch, with its subscriber and your own key for it. */
export type BatchRecord = NewPrivateEvent & { svcId: string; reference: string }

/** The fields of an event to change. */
export type EventChanges = Omit<EventFields, 'join'> & QuickLinks

/** The rule of a new series, and what differs from it. */
export type Recurrence = NonNullable<EventFields['recurrence']> & { rule: string }

/** The dates of a series that a request is about: one, it and the later ones, or all. */
export type Scope = 'this' | 'following' | 'all'

/** A new series, or one that was changed. */
export interface StoredSeries {
  /** The id of the series. */
  id: string
  /** The number of its events. */
  dates: number
}

/** A new sub-account. No other response has its secret. */
export interface CreatedAccount {
  publisherId: number
  apiKey: string
  secret: string
  widgets: { id: string; type: 'button' | 'event'; name: string; directLink: string }[]
}

/** The result for one id of a batch deletion. */
export interface DeletedItem {
  id: string
  status: number
}

/** The response to adding a batch. */
export interface BatchAnswer {
  total_processed: number
  added: number
  errors?: number
  /** In any order; `reference` identifies the record. */
  items: BatchItem[]
  elapsed: string
}

export type BatchItem =
  | { reference: string; status: 201; id: string; scheduleId: string }
  | { reference: string; status: number; error: string }

/** The response to deleting a batch. */
export interface DeletionAnswer {
  total_processed: number
  deleted: number
  not_found: number
  not_deleted: number
  errors: number
  items: DeletedItem[]
  elapsed: string
}
