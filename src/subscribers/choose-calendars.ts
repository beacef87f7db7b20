import { listCalendarsById } from '../calendars/calendar-store.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { noSuchCalendars } from './change-subscriptions.ts'
import { calendarsPayload } from './notification-payloads.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, listSubscribedCalendarIds, removeSubscriptions } from './subscription-store.ts'

/**
 * Replaces the public calendars that a subscriber follows by the choice made in the portal, and notifies the
 * publisher. Followed drafts, which the portal does not show, stay.
 */
export async function chooseCalendars(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  calendarIds: string[],
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    const followed = new Set(await listSubscribedCalendarIds(tx, publisherId, subscriberId))
    const calendars = await listCalendarsById(tx, publisherId, [...followed.union(new Set(calendarIds))])
    const live = new Set(calendars.filter(({ draft }) => !draft).map(({ id }) => id))
    const drafts = new Set(calendars.map(({ id }) => id)).difference(live).intersection(followed)
    const before = followed.intersection(live)
    const after = new Set(calendarIds).difference(drafts)
    const unknown = [...after.difference(live)]
    if (unknown.length > 0) throw invalid({ calendarIds: noSuchCalendars(unknown) })
    const [removed, added] = [[...before.difference(after)], [...after.difference(before)]]
    if (removed.length + added.length === 0) return
    await removeSubscriptions(tx, publisherId, subscriberId, removed, revision.at)
    await addSubscriptions(tx, publisherId, subscriberId, added, revision.at)
    await updateSubscriber(tx, subscriber, revision)

    const now = after.union(drafts)
    const follows = calendars.filter(({ id }) => now.has(id))
    const payload = calendarsPayload(subscriber, follows, revision.at)
    if (removed.length > 0) await recordNotification(tx, publisherId, 'schedules-removed', payload, revision)
    if (added.length > 0) await recordNotification(tx, publisherId, 'schedules-added', payload, revision)
  })
}
