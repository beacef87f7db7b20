// What the client says it gets is what the service makes: the type check fails where it is not.
import type {
  Account,
  CalendarInFull,
  CalendarRecord,
  CreatedAccount,
  EventRecord,
  Notification,
  SubscriberEvent,
  SubscriberRecord,
  WebhookBody,
} from '../../client/src/index.ts'
import type { presentNotification } from '../../src/http/api/notifications.ts'
import type { presentCalendar, presentCalendarInFull } from '../../src/http/api/present-calendar.ts'
import type { presentEvent, presentSubscriberEvent } from '../../src/http/api/present-event.ts'
import type { presentSubscriber } from '../../src/http/api/present-subscriber.ts'
import type { listAccounts } from '../../src/publishers/account-store.ts'
import type { handOver } from '../../src/publishers/create-publisher.ts'
import type {
  calendarsPayload,
  subscribePayload,
  unsubscribePayload,
} from '../../src/webhooks/notification.ts'

/** The names of a record, without those that a pattern stands for, such as quick links. */
type Names<T> = keyof {
  [K in keyof T as string extends K ? never : K extends `quickLink${string}` ? never : K]: 0
}
type Made<F extends (...args: never[]) => unknown> = Awaited<ReturnType<F>>
type NamesOfAll<T> = T extends unknown ? keyof T : never
type Fits<A, B> = [A] extends [B] ? true : false
/** Of the types that are told, and with neither fewer names nor more. */
type Same<M, Told> = [M, Names<M>, Names<Told>] extends [Told, Names<Told>, Names<M>] ? true : false
type Payload = Made<typeof subscribePayload> | Made<typeof calendarsPayload> | Made<typeof unsubscribePayload>

export const SAME_RECORDS: [
  Same<Made<typeof presentCalendar>, CalendarRecord>,
  Same<Made<typeof presentCalendarInFull>, CalendarInFull>,
  Same<Made<typeof presentEvent>, EventRecord>,
  Same<Made<typeof presentSubscriberEvent>, SubscriberEvent>,
  Same<Made<typeof presentSubscriber>, SubscriberRecord>,
  Same<Made<typeof listAccounts>[number], Account>,
  Fits<Names<CreatedAccount>, Names<Made<typeof handOver>>>,
  Same<Made<typeof presentNotification>['kind'], Notification['kind']>,
  Fits<NamesOfAll<Payload>, keyof WebhookBody>,
] = [true, true, true, true, true, true, true, true, true]
