import type { Db } from '../db/database.ts'
import { takeTurn } from './turns.ts'

/** One change of a publisher's data: the version number and the timestamps that its records get. */
export interface Revision {
  /** Increases with each change of the publisher's data, and is never given out twice: see `leastRevision`. */
  number: number
  /** Epoch milliseconds; never decreases, even if the clock is set back. */
  at: number
  /** Epoch milliseconds by the clock; less than `at` after the clock was set back. */
  now: number
}

/** Far below 2^53, so that revisions can be counted up for ever: a clock beyond 2112 raises none. */
const HIGHEST_BY_CLOCK = 2 ** 52

/**
 * Returns the least revision at a time, which is in epoch milliseconds: its microseconds. A database that went back to
 * an earlier state, by a failover that lost commits or by a restore, forgot which revisions it gave out. With the time
 * in them, those that follow are higher than all that were lost.
 */
export function leastRevision(now: number): number {
  return Math.min(Math.trunc(now) * 1000, HIGHEST_BY_CLOCK)
}

/**
 * Takes the publisher's next revision. Must be the first statement of a transaction that changes the content
 * of a feed: it holds the publisher's lock until the commit, so that a higher revision is always committed
 * later.
 */
export async function nextRevision(tx: Db, publisherId: number, now: number): Promise<Revision> {
  takeTurn(tx, publisherId)
  const least = leastRevision(now)
  const row = await tx
    .updateTable('publisher_revision')
    .set((eb) => ({
      revision: eb
        .case()
        .when('revision', '>=', least)
        .then(eb('revision', '+', 1))
        .else(least)
        .end(),
      changed_at: eb.case().when('changed_at', '>', now).then(eb.ref('changed_at')).else(now).end(),
    }))
    .where('publisher_id', '=', publisherId)
    .returning(['revision', 'changed_at'])
    .executeTakeFirstOrThrow()
  return { number: row.revision, at: row.changed_at, now }
}

/** Returns the number of the last committed revision. */
export async function currentRevision(db: Db, publisherId: number): Promise<number> {
  const row = await db
    .selectFrom('publisher_revision')
    .select('revision')
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return row.revision
}
