import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import { nextRevision } from '../publishers/revision.ts'
import { subscribePayload } from '../webhooks/notification.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { requireCalendars } from './change-subscriptions.ts'
import type { Profile, Subscriber } from './subscriber.ts'
import { findSubscriberByEmail, insertSubscriber, updateSubscriber } from './subscriber-store.ts'
import {
  addSubscriptions,
  listSubscribedCalendarIds,
  listSubscribedCalendars,
  removeSubscriptions,
} from './subscription-store.ts'

const APPLICATIONS_KEPT = 10

export interface SubscribeRequest {
  widgetId: string
  email: string
  calendarIds: string[]
  /** The calendar application chosen; empty: not known. */
  application: string
  profile: Profile
  /** What the page handed to the widget for the publisher; goes into the notification as it is. */
  state?: object
}

/**
 * Completes the widget flow for an e-mail. Who is subscribed keeps what it has and gets the new calendars
 * beside it; who has left comes back under the same `svc_id`, with the calendars chosen now.
 */
export async function subscribe(
  ctx: AppContext,
  publisherId: number,
  request: SubscribeRequest,
): Promise<Subscriber> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    await requireCalendars(tx, publisherId, request.calendarIds, false)
    const known = await findSubscriberByEmail(tx, publisherId, request.email)
    const subscriber: Subscriber = {
      ...(known ?? newSubscriber(publisherId, revision.at)),
      email: request.email.trim(),
      active: true,
      endedAt: null,
      profile: mergeProfiles(known?.profile ?? {}, request),
      source: 'Widget',
      widgetId: request.widgetId,
      modified: revision.at,
    }
    if (known) await updateSubscriber(tx, subscriber, revision)
    // The publisher's revision is locked by now, so nobody else can have inserted this e-mail meanwhile.
    else await insertSubscriber(tx, subscriber, revision)
    if (known && !known.active) {
      const before = await listSubscribedCalendarIds(tx, publisherId, subscriber.id)
      await removeSubscriptions(tx, publisherId, subscriber.id, before)
    }
    await addSubscriptions(tx, publisherId, subscriber.id, request.calendarIds, revision.at)
    const calendars = await listSubscribedCalendars(tx, publisherId, subscriber.id)
    const payload = subscribePayload(subscriber, calendars, revision.at, request.state)
    await recordNotification(tx, publisherId, 'subscribe', payload, revision)
    return subscriber
  })
}

function newSubscriber(publisherId: number, now: number): Subscriber {
  return {
    id: newId(now),
    publisherId,
    email: '',
    active: true,
    endedAt: null,
    privateCalendarId: newId(now),
    rotations: [],
    reminders: null,
    profile: {},
    source: 'Widget',
    widgetId: '',
    created: now,
    modified: now,
  }
}

/** What is told now wins over what was told before; what is not told stays. */
function mergeProfiles(before: Profile, request: SubscribeRequest): Profile {
  const given = Object.fromEntries(Object.entries(request.profile).filter(([, value]) => value !== undefined))
  const { application } = request
  const earlier = (before.applications ?? []).filter((name) => name !== application)
  const applications = [...earlier, ...(application ? [application] : [])].slice(-APPLICATIONS_KEPT)
  return { ...before, ...given, applications }
}
