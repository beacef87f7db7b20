import type { Db } from '../db/database.ts'

/** One change of a publisher's data: the version number and the timestamps that its records get. */
export interface Revision {
  /** Increases with each change of the publisher's data. */
  number: number
  /** Epoch milliseconds; never decreases, even if the clock is set back. */
  at: number
  /** Epoch milliseconds by the clock; less than `at` after the clock was set back. */
  now: number
}

/**
 * The number by which a restore raises all revisions: more than the changes since any backup. Revisions stay far below
 * 2^53 even after many restores.
 */
export const REVISION_JUMP = 1_000_000_000

/** Returns how many restores there were before a revision. */
export function restoresBefore(revision: number): number {
  return Math.floor(revision / REVISION_JUMP)
}

/**
 * Takes the publisher's next revision. Must be the first statement of a transaction that changes the content
 * of a feed: it holds the publisher's lock until the commit, so that a higher revision is always committed
 * later.
 */
export async function nextRevision(tx: Db, publisherId: number, now: number): Promise<Revision> {
  const row = await tx
    .updateTable('publisher_revision')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
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
