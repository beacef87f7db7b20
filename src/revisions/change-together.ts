import type { DialectAdapter } from 'kysely'
import type { Db } from '../db/database.ts'
import { isBusy, isUnreachable, tooBusy, transact } from '../db/transact.ts'
import { nextRevision, type Revision } from './revision.ts'

/** Changes that share a transaction at most: others of the publisher wait for its end. */
const MOST_TOGETHER = 20
/** Changes of one publisher that wait for their transaction; further ones are refused. */
const MOST_WAITING = 200

interface Change {
  /** Makes the change, and returns what tells its caller, once it is committed. */
  make: (tx: Db, revision: Revision) => Promise<() => void>
  fail: (error: unknown) => void
}

/** Changes that wait, by the adapter, of which each open database has one, and by publisher. */
const databases = new WeakMap<DialectAdapter, Map<number, Change[]>>()

/**
 * Makes a change of a publisher in one transaction with those that came while the last ones were made: they share the
 * lock, the revision and the commit, of which a publisher with a crowd has too few otherwise. For changes that are small
 * and many, such as those of people who subscribe. `work` may be called again, as with `transact`.
 */
export function changeTogether<T>(
  db: Db,
  publisherId: number,
  now: () => number,
  work: (tx: Db, revision: Revision) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const change: Change = {
    async make(tx, revision) {
      const result = await work(tx, revision)
      return () => resolve(result)
    },
    fail: reject,
  }
  const publishers = publishersOf(db)
  const waiting = publishers.get(publisherId)
  if (db.isTransaction) void makeAll(db, publisherId, now, [change])
  else if (!waiting) {
    publishers.set(publisherId, [change])
    void makeWaiting()
  } else if (waiting.length < MOST_WAITING) waiting.push(change)
  else reject(tooBusy('too many changes of this publisher wait'))
  return promise

  async function makeWaiting(): Promise<void> {
    const queue = publishers.get(publisherId)!
    while (queue.length > 0) {
      const error = await makeAll(db, publisherId, now, queue.splice(0, MOST_TOGETHER))
      // Those that wait would wait just as long.
      if (error !== undefined) for (const { fail } of queue.splice(0)) fail(error)
    }
    publishers.delete(publisherId)
  }
}

/**
 * Makes changes in one transaction. If one of them fails, each is made alone. Returns the error if the database was too
 * busy, or did not answer.
 */
async function makeAll(db: Db, publisherId: number, now: () => number, changes: Change[]): Promise<unknown> {
  try {
    const made = await transact(db, async (tx) => {
      const revision = await nextRevision(tx, publisherId, now())
      const done = []
      for (const { make } of changes) done.push(await make(tx, revision))
      return done
    })
    for (const tell of made) tell()
  } catch (error) {
    const isDown = isBusy(error) || isUnreachable(error)
    if (isDown || changes.length === 1) for (const { fail } of changes) fail(error)
    else for (const change of changes) await makeAll(db, publisherId, now, [change])
    return isDown ? error : undefined
  }
  return undefined
}

function publishersOf(db: Db): Map<number, Change[]> {
  const { adapter } = db.getExecutor()
  const known = databases.get(adapter) ?? new Map<number, Change[]>()
  databases.set(adapter, known)
  return known
}
