import { createHash } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { countJoined } from '../figures/figure-store.ts'
import { newId } from '../ids.ts'
import { nextRevision } from '../publishers/revision.ts'
import { subscribePayload } from '../webhooks/notification.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { requireCalendars } from './change-subscriptions.ts'
import { emailKey, type Profile, type Subscriber } from './subscriber.ts'
import { findSubscriberByEmail, insertSubscriber, updateSubscriber } from './subscriber-store.ts'
import {
  addSubscriptions,
  listSubscribedCalendarIds,
  listSubscribedCalendars,
  removeSubscriptions,
} from './subscription-store.ts'

const APPLICATIONS_KEPT = 10
/** So long after a request the very same one counts as a second click. */
const REPEAT_MS = 60_000

export interface SubscribeRequest {
  widgetId: string
  email: string
  calendarIds: string[]
  /** The calendar application chosen; empty: not known. */
  application: string
  profile: Profile
  /** The address of the page the person came from; goes into the notification. */
  referringPage?: string
  /** What the page handed to the widget for the publisher; goes into the notification as it is. */
  state?: object
}

/**
 * Completes the widget flow for an e-mail. Who is subscribed keeps what it has and gets the new calendars
 * beside it; who has left comes back under the same `svc_id`, with the calendars chosen now. The same request
 * again, shortly after, changes nothing and tells nobody: it was a second click.
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
    const lastRequest = fingerprint(request)
    const followed = known ? await listSubscribedCalendarIds(tx, publisherId, known.id) : []
    if (
      known?.active &&
      known.profile.lastRequest === lastRequest &&
      revision.at - known.modified < REPEAT_MS &&
      request.calendarIds.every((id) => followed.includes(id))
    ) {
      return known
    }
    const subscriber: Subscriber = {
      ...(known ?? newSubscriber(publisherId, revision.at)),
      email: request.email.trim(),
      active: true,
      endedAt: null,
      profile: { ...mergeProfiles(known?.profile ?? {}, request), lastRequest },
      source: 'Widget',
      widgetId: request.widgetId,
      modified: revision.at,
    }
    if (known) await updateSubscriber(tx, subscriber, revision)
    // The publisher's revision is locked by now, so nobody else can have inserted this e-mail meanwhile.
    else await insertSubscriber(tx, subscriber, revision)
    if (!known?.active) await countJoined(tx, publisherId, revision.at)
    if (known && !known.active) await removeSubscriptions(tx, publisherId, subscriber.id, followed)
    await addSubscriptions(tx, publisherId, subscriber.id, request.calendarIds, revision.at)
    const calendars = await listSubscribedCalendars(tx, publisherId, subscriber.id)
    const payload = subscribePayload(subscriber, calendars, revision.at, request)
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
    remindersAt: 0,
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

/** Equal for two requests that ask for the same with the same words. */
function fingerprint({ email, calendarIds, ...rest }: SubscribeRequest): string {
  const { widgetId, application, profile, referringPage, state } = rest
  const asked = [
    emailKey(email),
    calendarIds.toSorted(),
    widgetId,
    application,
    profile,
    referringPage,
    state,
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 22)
}
