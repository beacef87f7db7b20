import type { Calendar } from '../calendars/calendar.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Revision } from '../revisions/revision.ts'
import { admitCampaign, campaignOf, countsOfPerson, type Origin } from '../statistics/origins.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import type { StoredRequest } from './feed-link.ts'
import { subscribePayload } from './notification-payloads.ts'
import type { Profile, Subscriber } from './subscriber.ts'
import { insertSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, forgetSubscriptions, listSubscribedCalendars } from './subscription-store.ts'

const APPLICATIONS_KEPT = 10

/** A request that counts: new, vouched for, or confirmed. */
export interface Merge {
  publisherId: number
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
  /** See `Profile`. */
  lastRequest?: string
}

/**
 * Adds a request to a subscriber, and notifies the publisher. An active subscriber keeps all calendars and gets
 * the chosen ones in addition. A former subscriber returns with the same `svc_id` and only the chosen calendars.
 * The caller has taken the revision.
 */
export async function mergeRequest(tx: Db, merge: Merge, revision: Revision): Promise<Subscriber> {
  const { publisherId, existing, id, email, request, confirmed, lastRequest } = merge
  const joins = !existing?.active
  const joinedBy = joins && (await readOrigin(tx, publisherId, request, revision))
  const subscriber: Subscriber = {
    ...(existing ?? newSubscriber(publisherId, id, revision.at)),
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
    confirmedAt: confirmed ? revision.at : (existing?.confirmedAt ?? null),
    modified: revision.at,
  }
  if (existing) await updateSubscriber(tx, subscriber, revision)
  // The publisher's revision is locked, so no other transaction can insert this address meanwhile.
  else await insertSubscriber(tx, subscriber, revision)
  if (existing && joins) await forgetSubscriptions(tx, publisherId, subscriber.id)
  const calendarIds = merge.calendars.map((calendar) => calendar.id)
  const counts = joinedBy ? countsOfPerson('joined', revision.at, joinedBy) : []
  await addSubscriptions(tx, publisherId, subscriber.id, calendarIds, revision.at, counts)
  const calendars = joins ? merge.calendars : await listSubscribedCalendars(tx, publisherId, subscriber.id)
  const payload = subscribePayload(subscriber, calendars, revision.at, request)
  await recordNotification(tx, publisherId, 'subscribe', payload, revision)
  return subscriber
}

async function readOrigin(
  tx: Db,
  publisherId: number,
  { widgetId, state }: StoredRequest,
  { at }: Revision,
): Promise<Origin> {
  const campaign = campaignOf(state)
  if (campaign === undefined) return { widgetId }
  return { widgetId, campaign: await admitCampaign(tx, publisherId, at, campaign) }
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
