import type { SubAccountTable } from './account.ts'
import type { CalendarCategoryTable, CalendarTable, CategoryTable, DeletedCalendarTable } from './calendar.ts'
import type { CutFeedTable } from './cut-feed.ts'
import type { EventTable } from './event.ts'
import type { FeedRedirectTable } from './feed-redirect.ts'
import type { DailyFigureTable } from './figure.ts'
import type { ImageTable } from './image.ts'
import type { ImportSourceTable } from './import-source.ts'
import type { ApiKeyTable, DirectoryTable, PublisherRevisionTable, PublisherTable } from './publisher.ts'
import type { RequestLogTable } from './request-log.ts'
import type { BatchAnswerTable, RequestWindowTable, ServiceTable, UsedNonceTable } from './service.ts'
import type {
  ErasedSubscriberTable,
  FeedReadTable,
  SubscriberTable,
  SubscriptionTable,
} from './subscriber.ts'
import type { AuditLogTable, SessionTable, SignInLinkTable, UserTable } from './user.ts'
import type { CallbackTable, DeliveryAttemptTable, DeliveryTable, NotificationTable } from './webhook.ts'
import type { WidgetTable } from './widget.ts'

/** The whole schema as the queries see it; `db/migrations` is how it came to be. */
export interface Tables {
  service: ServiceTable
  directory: DirectoryTable
  publisher: PublisherTable
  publisher_revision: PublisherRevisionTable
  api_key: ApiKeyTable
  sub_account: SubAccountTable
  image: ImageTable
  calendar: CalendarTable
  deleted_calendar: DeletedCalendarTable
  category: CategoryTable
  calendar_category: CalendarCategoryTable
  subscriber: SubscriberTable
  subscription: SubscriptionTable
  feed_read: FeedReadTable
  cut_feed: CutFeedTable
  erased_subscriber: ErasedSubscriberTable
  feed_redirect: FeedRedirectTable
  event: EventTable
  import_source: ImportSourceTable
  widget: WidgetTable
  callback: CallbackTable
  notification: NotificationTable
  delivery: DeliveryTable
  delivery_attempt: DeliveryAttemptTable
  batch_answer: BatchAnswerTable
  request_window: RequestWindowTable
  used_nonce: UsedNonceTable
  request_log: RequestLogTable
  daily_figure: DailyFigureTable
  user: UserTable
  session: SessionTable
  sign_in_link: SignInLinkTable
  audit_log: AuditLogTable
}

/** Epoch milliseconds. */
export type Ms = number
/** JSON text. */
export type Json = string
