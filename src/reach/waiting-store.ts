import type { Db } from '../db/database.ts'
import { findEndOfSlice } from '../subscribers/subscription-store.ts'
import { readFollowers } from './followers.ts'
import { type ChangeKey, isActive, type LastRead } from './reach.ts'

/** A subscriber for whom an active application has not fetched a change. */
export interface Waiting {
  svcId: string
  email: string
  /** The applications that have not fetched it. */
  applications: LastRead[]
}

const SLICE = 1000

/** Lists who waits for a change or has it partly, by slices of subscribers in the order of their ids. */
export async function* walkWaiting(
  db: Db,
  publisherId: number,
  { revision, calendarId }: ChangeKey,
  at: number,
  now: number,
): AsyncGenerator<Waiting[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const upTo = await findEndOfSlice(db, publisherId, calendarId, after, SLICE)
    const followers = await readFollowers(db, publisherId, calendarId, after, upTo)
    yield followers
      .filter(({ since }) => since <= at)
      .map(({ id, email, reads }) => ({
        svcId: id,
        email,
        applications: reads.filter((read) => read.revision < revision && isActive(read, now)),
      }))
      .filter(({ applications }) => applications.length > 0)
    after = upTo
  }
}
