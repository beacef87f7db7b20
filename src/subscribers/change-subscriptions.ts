import { listCalendarVersions } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import type { Subscriber } from './subscriber.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, removeSubscriptions } from './subscription-store.ts'

/**
 * Adds or removes calendars of an active subscriber on behalf of the publisher, so no notification is sent.
 * Adding a followed calendar, or removing one that isn't, is no error.
 */
export async function changeSubscriptions(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  action: 'add' | 'remove',
  calendarIds: string[],
): Promise<Subscriber> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    await requireCalendars(tx, publisherId, calendarIds)
    const change = action === 'add' ? addSubscriptions : removeSubscriptions
    await change(tx, publisherId, subscriberId, calendarIds, revision.at)
    await updateSubscriber(tx, subscriber, revision)
    return subscriber
  })
}

/** Throws `invalid` with the ids that are not public calendars of the publisher. */
export async function requireCalendars(db: Db, publisherId: number, calendarIds: string[]): Promise<void> {
  const unknown = await findUnknownCalendars(db, publisherId, calendarIds)
  if (unknown.length > 0) throw invalid({ calendarIds: noSuchCalendars(unknown) })
}

/** Returns the ids that are not public calendars of the publisher. `draftsToo` allows drafts. */
export async function findUnknownCalendars(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  draftsToo = true,
): Promise<string[]> {
  const found = calendarIds.length > 0 ? await listCalendarVersions(db, publisherId, calendarIds) : []
  const known = new Set(found.filter(({ draft }) => draftsToo || !draft).map(({ id }) => id))
  return calendarIds.filter((id) => !known.has(id))
}

export function noSuchCalendars(ids: string[]): string {
  return `Subscriber calendarIds has no calendar with ID [${ids.join('], [')}]`
}
