import type { DialectAdapter } from 'kysely'
import type { Db } from '../db/database.ts'
import { isBusy, isUnreachable, tooBusy, transact } from '../db/transact.ts'
import { nextRevision, type Revision } from './revision.ts'

/** Changes that share a transaction at most: other changes of the publisher wait for its end. */
const MOST_TOGETHER = 100
/** Changes of one publisher that wait for their transaction; further ones are refused. */
const MOST_WAITING = 1000

/** The result of one change among others: one that is refused does not fail the rest. */
export type Outcome<Result> = { value: Result } | { error: Error }

interface Together<Change, Result> {
  /** Changes with the same key are never made together, but one after the other. */
  keyOf: (change: Change) => string
  /**
   * Makes changes, in few statements however many they are, and returns their outcomes in the same order. May be called
   * again with the same ones, as with `transact`.
   */
  make: (tx: Db, publisherId: number, changes: Change[], revision: Revision) => Promise<Outcome<Result>[]>
}

interface Waiting<Change, Result> {
  change: Change
  settle: (outcome: Outcome<Result>) => void
}

/**
 * Returns a function that makes a change of a publisher in one transaction with those that came while the last ones were
 * made: they share the lock, the revision, the statements and the commit, of which a publisher with a crowd has too few
 * otherwise. For changes that are small and many, such as those of people who subscribe.
 */
export function together<Change, Result>({ keyOf, make }: Together<Change, Result>) {
  type Queue = Waiting<Change, Result>[]
  /** Changes that wait, by the adapter, of which each open database has one, and by publisher. */
  const databases = new WeakMap<DialectAdapter, Map<number, Queue>>()

  return async (db: Db, publisherId: number, now: () => number, change: Change): Promise<Result> => {
    const { promise, resolve } = Promise.withResolvers<Outcome<Result>>()
    const own = { change, settle: resolve }
    const publishers = publishersOf(db)
    const waiting = publishers.get(publisherId)
    if (db.isTransaction) void makeAll(db, publisherId, now, [own])
    else if (!waiting) {
      publishers.set(publisherId, [own])
      void makeWaiting(db, publisherId, now, publishers)
    } else if (waiting.length < MOST_WAITING) waiting.push(own)
    else throw tooBusy('too many changes of this publisher wait')
    const outcome = await promise
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  async function makeWaiting(
    db: Db,
    publisherId: number,
    now: () => number,
    publishers: Map<number, Queue>,
  ): Promise<void> {
    const queue = publishers.get(publisherId)!
    while (queue.length > 0) {
      const error = await makeAll(db, publisherId, now, takeGroup(queue))
      // Those that wait would wait just as long.
      if (error) for (const { settle } of queue.splice(0)) settle({ error })
    }
    publishers.delete(publisherId)
  }

  /** Takes the first changes that may be made together. */
  function takeGroup(queue: Queue): Queue {
    const keys = new Set<string>()
    const group: Queue = []
    const rest: Queue = []
    for (const waiting of queue) {
      const key = keyOf(waiting.change)
      const fits = group.length < MOST_TOGETHER && !keys.has(key)
      keys.add(key)
      if (fits) group.push(waiting)
      else rest.push(waiting)
    }
    queue.splice(0, queue.length, ...rest)
    return group
  }

  /**
   * Makes changes in one transaction. If that fails, makes each half alone, so that the rest does not fail with one of
   * them. Returns the error if the database was too busy, or did not answer.
   */
  async function makeAll(
    db: Db,
    publisherId: number,
    now: () => number,
    group: Queue,
  ): Promise<Error | undefined> {
    try {
      const outcomes = await transact(db, async (tx) => {
        const revision = await nextRevision(tx, publisherId, now())
        const changes = group.map(({ change }) => change)
        return make(tx, publisherId, changes, revision)
      })
      for (const [i, { settle }] of group.entries()) settle(outcomes[i]!)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      const isDown = isBusy(error) || isUnreachable(error)
      if (isDown || group.length === 1) {
        for (const { settle } of group) settle({ error })
        return isDown ? error : undefined
      }
      const middle = Math.ceil(group.length / 2)
      return (
        (await makeAll(db, publisherId, now, group.slice(0, middle))) ??
        (await makeAll(db, publisherId, now, group.slice(middle)))
      )
    }
    return undefined
  }

  function publishersOf(db: Db): Map<number, Queue> {
    const { adapter } = db.getExecutor()
    const known = databases.get(adapter) ?? new Map<number, Queue>()
    databases.set(adapter, known)
    return known
  }
}
