import { deleteAlertsOf } from '../alerts/person-alerts.ts'
import { transact } from '../db/transact.ts'
import { deleteChangesOf } from '../events/event-change-store.ts'
import { deleteCutFeed } from '../feeds/cut-feeds.ts'
import type { OperationContext } from '../operation.ts'
import { deleteRedirectsTo } from '../redirects/redirect-store.ts'
import { nextRevision } from '../revisions/revision.ts'
import { emptyCalendarOfSeries } from '../series/series-store.ts'
import { deleteEmailChangesOf } from '../subscribers/email-change-store.ts'
import { insertErased } from '../subscribers/erased-store.ts'
import { listRequestsByEmail } from '../subscribers/link-request-store.ts'
import { deleteLink, deleteLinksOf } from '../subscribers/link-store.ts'
import { emailKey } from '../subscribers/subscriber.ts'
import { deleteSubscriber, getSubscriber } from '../subscribers/subscriber-store.ts'
import { endSubscriber } from '../subscribers/unsubscribe.ts'
import { deletePushSubscriptionsOf } from '../web-push/push-subscription-store.ts'
import { deleteNotificationsOf } from '../webhooks/subscriber-notifications.ts'

/**
 * Erases a person (GDPR, article 17): the record, subscriptions, links, pending requests of the address, an
 * address that was asked for, feed reads, browsers that get notifications, what alerts told, the history and the
 * series of private events and the data in notifications. An active subscriber is unsubscribed first, which notifies callbacks.
 * `finishErasure` does the slow parts.
 *
 * Only the `svc_id` is kept, so that the feed can respond as ended: otherwise applications that keep polling it
 * would keep showing the old events. Returns the e-mail address, to be passed to `forgetMailsTo` after the
 * commit: that function reads files, and must not hold the transaction open.
 */
export async function eraseSubscriber(
  ctx: OperationContext,
  publisherId: number,
  id: string,
): Promise<string> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getSubscriber(tx, publisherId, id)
    const { active, email, endedAt, privateCalendarId } = subscriber
    await deleteNotificationsOf(tx, publisherId, id)
    if (active) await endSubscriber(tx, subscriber, revision)
    await deleteSubscriber(tx, publisherId, id)
    await deleteLinksOf(tx, publisherId, id)
    for (const request of await listRequestsByEmail(tx, publisherId, [emailKey(email)]))
      await deleteLink(tx, request)
    await deleteEmailChangesOf(tx, publisherId, id)
    await deleteRedirectsTo(tx, publisherId, id)
    await deletePushSubscriptionsOf(tx, publisherId, id)
    await deleteCutFeed(tx, publisherId, id)
    await deleteAlertsOf(tx, publisherId, id)
    await deleteChangesOf(tx, publisherId, privateCalendarId)
    await emptyCalendarOfSeries(tx, publisherId, privateCalendarId)
    const erasedAt = revision.at
    await insertErased(tx, { publisherId, id, privateCalendarId, endedAt: endedAt ?? erasedAt, erasedAt })
    return email
  })
}
