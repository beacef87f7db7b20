import { listPersonAlerts } from '../../alerts/person-alerts.ts'
import { findAlertSettings } from '../../alerts/switch-alerts.ts'
import type { AppContext } from '../../context.ts'
import { countCalendarEvents } from '../../events/calendar-event-store.ts'
import type { LinkTarget } from '../../links/links.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { COUNTED } from '../../subscribers/count-subscribers.ts'
import { getCurrentLink, listLinks } from '../../subscribers/link-store.ts'
import { feedUrls, manageLink } from '../../subscribers/manage-link.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import { listSubscriptions } from '../../subscribers/subscription-store.ts'
import { listEntries } from '../../users/audit-store.ts'
import { mayAs, type Role } from '../../users/user.ts'
import { listNotificationsOf } from '../../webhooks/subscriber-notifications.ts'
import { findWidget } from '../../widgets/widget-store.ts'
import type { SubscriberDetails } from './present-subscriber.ts'

/** Alerts, notifications and audit entries shown at most. */
const SHOWN = 20

/** Reads all data about a subscriber that this role may see. */
export async function readSubscriberDetails(
  ctx: AppContext,
  publisher: Publisher,
  subscriber: Subscriber,
  role: Role,
): Promise<SubscriberDetails> {
  const { db } = ctx
  const { publisherId, id, widgetId, privateCalendarId } = subscriber
  const { number } = await getCurrentLink(db, publisherId, id)
  const target = { publisherId, id, number }
  const feed = await ctx.feeds.personal(target)
  const about = { subjectKind: 'subscriber', subjectId: id }
  return {
    subscriber,
    widget: widgetId ? await findWidget(db, publisherId, widgetId) : undefined,
    subscriptions: await listSubscriptions(db, publisherId, id),
    readers: await ctx.feedReads.list(publisherId, id),
    feedEtag: feed?.etag,
    privateEvents: await countCalendarEvents(db, publisherId, privateCalendarId, COUNTED),
    links: subscriber.active && mayAs(role, 'editor') ? linksOf(ctx, publisher, target) : null,
    feedLinks: await listLinks(db, publisherId, id),
    alertSettings: await findAlertSettings(db, publisherId, id),
    alerts: await listPersonAlerts(db, publisherId, id, SHOWN),
    notifications: await listNotificationsOf(db, publisherId, id, SHOWN),
    history: mayAs(role, 'owner') ? await listEntries(db, publisherId, about, '', SHOWN) : null,
  }
}

function linksOf(ctx: AppContext, publisher: Publisher, target: LinkTarget) {
  const urls = feedUrls(ctx, target, publisher)
  return { feed: urls.httpsCalUrl, webcal: urls.webCalUrl, manage: manageLink(ctx, target) }
}
