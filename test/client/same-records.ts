// The client's types of answers match the records that the service makes: else the type check fails.
import type {
  Account,
  CreatedAccount,
  Notification,
  SubscriberRecord,
  WebhookBody,
} from '../../client/src/index.ts'
import type { listAccounts } from '../../src/accounts/account-store.ts'
import type { handOver } from '../../src/accounts/create-publisher.ts'
import type { presentNotification } from '../../src/http/api/notifications.ts'
import type { presentSubscriber } from '../../src/http/api/present-subscriber.ts'
import type { Payload } from '../../src/webhooks/kinds.ts'

/** The names of a record, without those that a pattern stands for, such as quick links. */
type Names<T> = keyof {
  [K in keyof T as string extends K ? never : K extends `quickLink${string}` ? never : K]: 0
}
type Made<F extends (...args: never[]) => unknown> = Awaited<ReturnType<F>>
type NamesOfAll<T> = T extends unknown ? keyof T : never
type Fits<A, B> = [A] extends [B] ? true : false
/** True if M has the client's types, and neither fewer names nor more. */
type Same<M, Told> = [M, Names<M>, Names<Told>] extends [Told, Names<Told>, Names<M>] ? true : false

export const SAME_RECORDS: [
  Same<Made<typeof presentSubscriber>, SubscriberRecord>,
  Same<Made<typeof listAccounts>[number], Account>,
  Fits<Names<CreatedAccount>, Names<Made<typeof handOver>>>,
  Same<Made<typeof presentNotification>['kind'], Notification['kind']>,
  Fits<NamesOfAll<Payload>, keyof WebhookBody>,
] = [true, true, true, true, true]
