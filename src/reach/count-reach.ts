import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { findEndOfSlice } from '../subscribers/subscription-store.ts'
import { readFollowers } from './followers.ts'
import { type ChangeKey, type Reach, ReachCount } from './reach.ts'

/** Subscribers that one statement reads: about three milliseconds. */
const SLICE = 500
/** The rest after a slice, in times of what it took. Feeds are polled meanwhile; a count has time. */
const REST = 2

/** A change with the time of its commit (epoch ms). */
export type TimedChange = ChangeKey & { at: number }

/**
 * Counts the reach of public changes in slices of subscribers, with rests for other requests. Returns the
 * changes with their reach, or undefined if it was aborted.
 */
export async function countReach(
  db: Db,
  publisherId: number,
  changes: TimedChange[],
  now: number,
  signal: AbortSignal,
  slice = SLICE,
): Promise<(TimedChange & Reach)[] | undefined> {
  const counted: (TimedChange & Reach)[] = []
  for (const [calendarId, own] of Map.groupBy(changes, (change) => change.calendarId)) {
    const inOrder = own.toSorted((a, b) => a.revision - b.revision)
    const count = new ReachCount(inOrder)
    for (let after: string | undefined = ''; after !== undefined;) {
      if (signal.aborted) return undefined
      const began = performance.now()
      const upTo = await findEndOfSlice(db, publisherId, calendarId, after, slice)
      for (const person of await readFollowers(db, publisherId, calendarId, after, upTo))
        count.add(person.since, person.reads, now)
      after = upTo
      await sleep((performance.now() - began) * REST)
    }
    const reach = count.reach()
    counted.push(...inOrder.map((change, i) => ({ ...change, ...reach[i]! })))
  }
  return counted
}
