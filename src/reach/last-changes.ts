import type { AppContext } from '../context.ts'
import { COUNTED_MS, type EventChange } from '../events/event-change.ts'
import { listChangesAhead, listChangesOf } from '../events/event-change-store.ts'
import type { ChangeKey } from './reach.ts'
import { type CountedReach, findLastReach, keyOf } from './reach-store.ts'

/** Changes shown, and calendars: a change of events in several calendars is one for each. */
const SHOWN = 4
const CALENDARS_SHOWN = 12

/** A change of an event that is still ahead, and how many other events ahead changed with it. */
export interface ChangeAhead {
  change: EventChange
  others: number
}

/** The last changes of events ahead. */
export interface LastChanges {
  /** The newest first, those of one revision after each other. */
  newest: ChangeAhead[]
  /**
   * The one of the last 14 days that the smallest share has fetched. Undefined if none concerns an active
   * application, or if it is not counted yet.
   */
  least: ChangeAhead | undefined
}

/** Lists the changes of the last 14 days, of events that are still ahead. */
export async function listLastChanges(
  { db, reach }: Pick<AppContext, 'db' | 'reach'>,
  publisherId: number,
  now: number,
): Promise<LastChanges> {
  const ahead = await listChangesAhead(db, publisherId, now - COUNTED_MS, now)
  if (ahead.length === 0) return { newest: [], least: undefined }
  const counted = (await reach.find(publisherId)) ?? (await lastKept(db, publisherId, ahead))
  const [least] = ahead
    .map((key) => counted.get(keyOf(key)))
    .filter((own) => own !== undefined && own.active > 0)
    .sort((a, b) => shareOf(a!) - shareOf(b!) || b!.revision - a!.revision)
  const revisions = [...new Set(ahead.map(({ revision }) => revision))].sort((a, b) => b - a)
  const newest = ahead
    .filter(({ revision }) => revisions.indexOf(revision) < SHOWN)
    .sort((a, b) => b.revision - a.revision || (a.calendarId < b.calendarId ? -1 : 1))
    .slice(0, CALENDARS_SHOWN)
  const changesOf = new Map<number, EventChange[]>()
  for (const revision of new Set([...newest, ...(least ? [least] : [])].map((key) => key.revision)))
    changesOf.set(revision, await listChangesOf(db, publisherId, revision))
  return {
    newest: newest.flatMap((key) => firstChange(key) ?? []),
    least: least && firstChange(least),
  }

  function firstChange({ revision, calendarId }: ChangeKey): ChangeAhead | undefined {
    const changes = changesOf
      .get(revision)!
      .filter((change) => change.calendarId === calendarId && startOf(change) > now)
      .sort((a, b) => startOf(a) - startOf(b))
    return changes[0] && { change: changes[0], others: changes.length - 1 }
  }
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
