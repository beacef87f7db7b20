import type { SubAccountTable } from './account.ts'
import type {
  AlertDueTable,
  AlertFollowerTable,
  AlertRecipientTable,
  AlertRuleTable,
  AlertTable,
} from './alert.ts'
import type { CalendarCategoryTable, CalendarTable, CategoryTable, DeletedCalendarTable } from './calendar.ts'
import type { CutFeedTable } from './cut-feed.ts'
import type { EmailChangeTable } from './email-change.ts'
import type { CalendarEventView, EventCalendarTable, EventTable, LinkCodeTable } from './event.ts'
import type { ChangeReachTable, EventChangeTable, ReachNotificationTable } from './event-change.ts'
import type { FeedLinkTable, LinkRequestTable } from './feed-link.ts'
import type { FeedRedirectTable } from './feed-redirect.ts'
import type { ImageTable } from './image.ts'
import type { ImportSourceTable } from './import-source.ts'
import type { ApiKeyTable, DirectoryTable, PublisherRevisionTable, PublisherTable } from './publisher.ts'
import type { PushFollowerTable, PushRegistrationTable } from './push-registration.ts'
import type { PushSubscriptionTable } from './push-subscription.ts'
import type {
  ProviderCredentialsTable,
  PushGrantTable,
  PushItemTable,
  PushTargetFollowerTable,
  PushTargetTable,
} from './push-target.ts'
import type { RequestLogTable } from './request-log.ts'
import type { SeriesExcludeTable, SeriesTable } from './series.ts'
import type { BatchAnswerTable, RequestWindowTable, ServiceTable, UsedNonceTable } from './service.ts'
import type { SourceEventTable, SourceRunTable, SourceTable } from './source.ts'
import type { ClickedLinkTable, DailyDetailTable, DailyStatisticTable } from './statistic.ts'
import type {
  ErasedSubscriberTable,
  FeedReadTable,
  SegmentTable,
  SubscriberTable,
  SubscriptionTable,
} from './subscriber.ts'
import type { AuditLogTable, SessionTable, SignInLinkTable, UserTable } from './user.ts'
import type { CallbackTable, DeliveryAttemptTable, DeliveryTable, NotificationTable } from './webhook.ts'
import type { WidgetTable } from './widget.ts'

/** The schema for queries; `db/migrations` creates it. */
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
  segment: SegmentTable
  feed_link: FeedLinkTable
  link_request: LinkRequestTable
  email_change: EmailChangeTable
  feed_read: FeedReadTable
  cut_feed: CutFeedTable
  push_subscription: PushSubscriptionTable
  push_registration: PushRegistrationTable
  push_follower: PushFollowerTable
  provider_credentials: ProviderCredentialsTable
  push_grant: PushGrantTable
  push_target: PushTargetTable
  push_item: PushItemTable
  push_target_follower: PushTargetFollowerTable
  erased_subscriber: ErasedSubscriberTable
  feed_redirect: FeedRedirectTable
  event: EventTable
  event_calendar: EventCalendarTable
  calendar_event: CalendarEventView
  link_code: LinkCodeTable
  series: SeriesTable
  series_exclude: SeriesExcludeTable
  event_change: EventChangeTable
  change_reach: ChangeReachTable
  alert_rule: AlertRuleTable
  alert_follower: AlertFollowerTable
  alert_due: AlertDueTable
  alert: AlertTable
  alert_recipient: AlertRecipientTable
  reach_notification: ReachNotificationTable
  import_source: ImportSourceTable
  source: SourceTable
  source_run: SourceRunTable
  source_event: SourceEventTable
  widget: WidgetTable
  callback: CallbackTable
  notification: NotificationTable
  delivery: DeliveryTable
  delivery_attempt: DeliveryAttemptTable
  batch_answer: BatchAnswerTable
  request_window: RequestWindowTable
  used_nonce: UsedNonceTable
  request_log: RequestLogTable
  daily_statistic: DailyStatisticTable
  daily_detail: DailyDetailTable
  clicked_link: ClickedLinkTable
  user: UserTable
  session: SessionTable
  sign_in_link: SignInLinkTable
  audit_log: AuditLogTable
}

/** Epoch ms. */
export type Ms = number
/** JSON text. */
export type Json = string
