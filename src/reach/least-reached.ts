import type { AppContext } from '../context.ts'
import { COUNTED_MS, type EventChange } from '../events/event-change.ts'
import { listChangesAhead, listChangesOf } from '../events/event-change-store.ts'
import { type CountedReach, findLastReach, keyOf } from './reach-store.ts'

/** A change that few have fetched, and how many other events ahead changed with it. */
interface LeastReached {
  change: EventChange
  others: number
}

/**
 * Finds the change of the last 14 days that the smallest share has fetched, of an event that is still ahead.
 * Undefined if there is none that concerns an active application, or if it is not counted yet.
 */
export async function findLeastReached(
  { db, reach }: Pick<AppContext, 'db' | 'reach'>,
  publisherId: number,
  now: number,
): Promise<LeastReached | undefined> {
  const ahead = await listChangesAhead(db, publisherId, now - COUNTED_MS, now)
  if (ahead.length === 0) return undefined
  const counted = (await reach.find(publisherId)) ?? (await lastKept(db, publisherId, ahead))
  const [least] = ahead
    .map((key) => counted.get(keyOf(key)))
    .filter((own) => own !== undefined && own.active > 0)
    .sort((a, b) => shareOf(a!) - shareOf(b!) || b!.revision - a!.revision)
  if (!least) return undefined
  const changes = (await listChangesOf(db, publisherId, least.revision))
    .filter((change) => change.calendarId === least.calendarId && startOf(change) > now)
    .sort((a, b) => startOf(a) - startOf(b))
  return changes[0] && { change: changes[0], others: changes.length - 1 }
}

async function lastKept(db: AppContext['db'], publisherId: number, ahead: { revision: number }[]) {
  const kept = await findLastReach(db, publisherId, [...new Set(ahead.map(({ revision }) => revision))])
  return new Map(kept.map((own) => [keyOf(own), own]))
}

function shareOf({ reached, active }: CountedReach): number {
  return reached / active
}

function startOf({ startAfter, startBefore }: EventChange): number {
  return startAfter ?? startBefore
}
