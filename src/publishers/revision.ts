import type { Db } from '../db/database.ts'

/** One change of a publisher's data, as versions and time stamps record it. */
export interface Revision {
  /** Rises with each change of the publisher. */
  number: number
  /** Epoch milliseconds; never before that of an earlier revision, also when the clock was set back. */
  at: number
  /** Epoch milliseconds by the clock. It is before `at` while the clock is behind what it once was. */
  now: number
}

/**
 * Takes the publisher's next revision. To be the first statement of a transaction that changes what a feed
 * shows: it holds the publisher's lock until the commit, so that a higher revision is always a later commit.
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

/** The number of the last revision that was committed. */
export async function currentRevision(db: Db, publisherId: number): Promise<number> {
  const row = await db
    .selectFrom('publisher_revision')
    .select('revision')
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return row.revision
}
