import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import { nextRevision } from '../publishers/revision.ts'
import type { Subscriber } from './subscriber.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, removeSubscriptions } from './subscription-store.ts'

/**
 * Adds calendars to an active subscriber's, or removes some, for the publisher, who is not told of it again.
 * Adding what is there, or removing what is not, is no error.
 */
export async function changeSubscriptions(
  ctx: AppContext,
  publisherId: number,
  subscriberId: string,
  action: 'add' | 'remove',
  calendarIds: string[],
): Promise<Subscriber> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    await requireCalendars(tx, publisherId, calendarIds)
    if (action === 'add') await addSubscriptions(tx, publisherId, subscriberId, calendarIds, revision.at)
    else await removeSubscriptions(tx, publisherId, subscriberId, calendarIds)
    await updateSubscriber(tx, subscriber, revision)
    return subscriber
  })
}

/** Refuses ids that are no public calendar of the publisher, naming them; `draftsToo` says whether drafts are. */
export async function requireCalendars(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  draftsToo = true,
): Promise<void> {
  const unknown = await findUnknownCalendars(db, publisherId, calendarIds, draftsToo)
  if (unknown.length > 0) throw invalid({ calendarIds: noSuchCalendars(unknown) })
}

/** Those of the ids that are no public calendar of the publisher, as they were given. */
export async function findUnknownCalendars(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  draftsToo = true,
): Promise<string[]> {
  if (calendarIds.length === 0) return []
  const calendars = await listCalendarsById(db, publisherId, calendarIds)
  const known = new Set(
    calendars.filter((calendar) => draftsToo || !calendar.draft).map((calendar) => calendar.id),
  )
  return calendarIds.filter((id) => !known.has(id))
}

export function noSuchCalendars(ids: string[]): string {
  return `Subscriber calendarIds has no calendar with ID [${ids.join('], [')}]`
}
