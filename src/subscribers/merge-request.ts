import type { Calendar } from '../calendars/calendar.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Revision } from '../revisions/revision.ts'
import { admitCampaigns, campaignOf, countsOfPerson, type Origin } from '../statistics/origins.ts'
import { recordNotifications } from '../webhooks/notification-store.ts'
import type { StoredRequest } from './feed-link.ts'
import { subscribePayload } from './notification-payloads.ts'
import type { Profile, Subscriber } from './subscriber.ts'
import { insertSubscribers, updateSubscribers } from './subscriber-store.ts'
import { addSubscriptionsOfMany, calendarsOfMany, forgetSubscriptions } from './subscription-store.ts'

const APPLICATIONS_KEPT = 10

/** A request that counts: new, vouched for, or confirmed. */
export interface Merge {
  /** The subscriber with this address, if there is one, also after leaving. */
  existing: Subscriber | undefined
  /** The id of a new subscriber. */
  id: string
  email: string
  /** The chosen calendars, in the order of creation. */
  calendars: Calendar[]
  request: StoredRequest
  /** True if the address was proved, or the publisher vouches for it. */
  confirmed: boolean
  /** The language of a new subscriber, if it is known. */
  language?: string
  /** See `Profile`. */
  lastRequest?: string
}

/**
 * Adds each request to its subscriber, and notifies the publisher. An active subscriber keeps all calendars and gets
 * the chosen ones in addition. A former subscriber returns with the same `svc_id` and only the chosen calendars.
 * No two requests may be of one subscriber. The caller has taken the revision, so nobody else inserts their addresses.
 */
export async function mergeRequests(
  tx: Db,
  publisherId: number,
  merges: Merge[],
  revision: Revision,
): Promise<void> {
  if (merges.length === 0) return
  const origins = await originsOf(tx, publisherId, merges, revision)
  const merged = merges.map((merge, i) => ({
    ...merge,
    joinedBy: origins[i],
    subscriber: mergeInto(publisherId, merge, origins[i], revision),
  }))
  const [known, added] = [
    merged.filter(({ existing }) => existing),
    merged.filter(({ existing }) => !existing),
  ]
  await updateSubscribers(tx, publisherId, known.map(subscriberOf), revision)
  await insertSubscribers(
    tx,
    added.map(({ subscriber, language = '' }) => ({ ...subscriber, language })),
    revision,
  )
  const [back, active] = [known.filter(({ joinedBy }) => joinedBy), known.filter(({ joinedBy }) => !joinedBy)]
  await forgetSubscriptions(tx, publisherId, back.map(idOf))
  const chosen = new Map(merged.map((one) => [idOf(one), one.calendars.map(({ id }) => id)]))
  const people = origins.flatMap((origin) => (origin ? countsOfPerson('joined', revision.at, origin) : []))
  await addSubscriptionsOfMany(tx, publisherId, chosen, revision.at, people)
  const followed = await calendarsOfMany(tx, publisherId, active.map(idOf))
  const payloads = merged.map((one) =>
    subscribePayload(one.subscriber, followed.get(idOf(one)) ?? one.calendars, revision.at, one.request),
  )
  await recordNotifications(tx, publisherId, 'subscribe', payloads, revision)
}

interface Merged extends Merge {
  /** Undefined if the subscriber was active already. */
  joinedBy: Origin | undefined
  subscriber: Subscriber
}

function subscriberOf({ subscriber }: Merged): Subscriber {
  return subscriber
}

function idOf({ subscriber }: Merged): string {
  return subscriber.id
}

/** Returns by what people join; undefined for those who are active already. */
async function originsOf(
  tx: Db,
  publisherId: number,
  merges: Merge[],
  { at }: Revision,
): Promise<(Origin | undefined)[]> {
  const joining = merges.map(({ existing, request }) => (existing?.active ? undefined : request))
  const named = joining.map((request) => campaignOf(request?.state))
  const campaigns = await admitCampaigns(tx, publisherId, at, named)
  return joining.map((request, i) => {
    const campaign = campaigns[i]
    return request && { widgetId: request.widgetId, ...(campaign !== undefined && { campaign }) }
  })
}

/** Returns a subscriber as a request makes it. */
function mergeInto(
  publisherId: number,
  { existing, id, email, request, confirmed, lastRequest }: Merge,
  joinedBy: Origin | undefined,
  { at }: Revision,
): Subscriber {
  return {
    ...(existing ?? newSubscriber(publisherId, id, at)),
    email: email.trim(),
    active: true,
    endedAt: null,
    profile: {
      ...mergeProfiles(existing?.profile ?? {}, request),
      ...(joinedBy && { joinedBy }),
      ...(lastRequest && { lastRequest }),
    },
    source: 'Widget',
    widgetId: request.widgetId,
    confirmedAt: confirmed ? at : (existing?.confirmedAt ?? null),
    modified: at,
  }
}

function newSubscriber(publisherId: number, id: string, now: number): Subscriber {
  return {
    id,
    publisherId,
    email: '',
    active: true,
    endedAt: null,
    privateCalendarId: newId(now),
    reminders: null,
    remindersAt: 0,
    profile: {},
    source: 'Widget',
    widgetId: '',
    confirmedAt: null,
    created: now,
    modified: now,
  }
}

/** New values replace old ones; fields that the request leaves out stay. */
function mergeProfiles(before: Profile, { profile, application }: StoredRequest): Profile {
  // The earlier language is that of the earlier consents.
  const { consentLanguage: _, ...others } = before
  const kept = profile.optins ? others : before
  const changes = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
  const earlier = (before.applications ?? []).filter((name) => name !== application)
  const applications = [...earlier, ...(application ? [application] : [])].slice(-APPLICATIONS_KEPT)
  return { ...kept, ...changes, applications }
}
