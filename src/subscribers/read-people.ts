import { createHash } from 'node:crypto'
import type { Calendar } from '../calendars/calendar.ts'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Revision } from '../revisions/revision.ts'
import type { LinkRequest } from './feed-link.ts'
import { listRequestsByEmail } from './link-request-store.ts'
import { findFreeIds } from './reserved-id.ts'
import type { Asked, SubscribeRequest, SubscribeTerms } from './subscribe-request.ts'
import { emailKey, type Subscriber } from './subscriber.ts'
import { findSubscribersByEmail } from './subscriber-store.ts'

/** A request with what is stored of its address. */
export interface Person extends Asked {
  /** The subscriber with this address, also after leaving. */
  existing: Subscriber | undefined
  /** The `svc_id` of the address: that of the subscriber, else the one that is reserved, else a new one. */
  id: string
  calendarIds: string[]
  /** The chosen calendars, in the order of creation. */
  calendars: Calendar[]
  /** The chosen ids that are not public calendars of the publisher. */
  unknownCalendars: string[]
  fingerprint: string
  waiting: LinkRequest[]
}

/** Reads what is stored of the addresses, of which no two are the same. */
export async function readPeople(
  tx: Db,
  publisherId: number,
  asked: Asked[],
  { at }: Revision,
): Promise<Person[]> {
  const chosen = [...new Set(asked.flatMap(({ request }) => request.calendarIds))]
  const stored = chosen.length > 0 ? await listCalendarsById(tx, publisherId, chosen) : []
  const calendars = stored.filter(({ draft }) => !draft)
  const known = new Set(calendars.map(({ id }) => id))
  const keys = asked.map(({ request }) => emailKey(request.email))
  const subscribers = await findSubscribersByEmail(tx, publisherId, keys)
  const requests = await listRequestsByEmail(tx, publisherId, keys)
  const byEmail = Map.groupBy(requests, ({ email }) => emailKey(email!))
  const freeIds = await findFreeIds(tx, publisherId, [...new Set(requests.map((one) => one.subscriberId))])
  return asked.map(({ request, terms }) => {
    const key = emailKey(request.email)
    const { calendarIds } = request
    const own = new Set(calendarIds)
    const existing = subscribers.get(key)
    const waiting = byEmail.get(key) ?? []
    const reserved = waiting[0] && freeIds.has(waiting[0].subscriberId) ? waiting[0].subscriberId : undefined
    return {
      ...{ request, terms, existing, calendarIds, waiting },
      id: existing?.id ?? reserved ?? newId(at),
      calendars: calendars.filter(({ id }) => own.has(id)),
      unknownCalendars: calendarIds.filter((id) => !known.has(id)),
      fingerprint: terms.idempotencyKey ? fingerprintOf(request, terms) : '',
    }
  })
}

/** True if a request has to be confirmed before it counts. */
export function waits({ terms, existing }: Person): boolean {
  return !terms.vouched && (existing !== undefined || terms.confirm === 'always')
}

/**
 * Returns a hash that is equal for a repeated request. Without a key there is none: somebody else may send the
 * same, and must not get this person's link.
 */
function fingerprintOf(request: SubscribeRequest, { vouched, idempotencyKey }: SubscribeTerms): string {
  const { email, calendarIds, widgetId, application, profile, referringPage, state } = request
  const fields = [
    ...[idempotencyKey, vouched, emailKey(email), calendarIds.toSorted(), widgetId],
    ...[application, profile, referringPage, state],
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}
