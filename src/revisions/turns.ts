import type { DialectAdapter } from 'kysely'
import type { Db } from '../db/database.ts'
import { holdsOf, tooBusy, WaitOutside } from '../db/transact.ts'

/** Changes of one publisher that a process makes at once: one has the lock, the next ones wait for it. */
const MOST_AT_ONCE = 3
/** Changes that wait without a connection; further ones are refused at once. */
const MOST_WAITING = 100
/** They wait for as long as others end in each second, and not longer than for a lock. */
const STUCK_MS = 1000
const MAX_WAIT_MS = 5000

interface Turns {
  taken: number
  /** The number of changes that have ended. */
  ended: number
  /** Called when a turn is free, the longest waiting first. */
  waiting: Set<() => void>
}

/** By the adapter, of which each open database has one, and by publisher. */
const databases = new WeakMap<DialectAdapter, Map<number, Turns>>()

/**
 * Takes a turn to change something of a publisher, until the transaction is over. While a publisher's changes hold each
 * other up, they take few connections of the pool, so that all others have theirs. When all turns are taken, the
 * transaction waits outside. It fails as busy when none ends for a second, or when too many wait already.
 */
export function takeTurn(tx: Db, publisherId: number): void {
  const held = holdsOf(tx)
  if (!held || held.has(publisherId)) return
  const publishers = publishersOf(tx)
  if (take()) return
  if (turns().waiting.size >= MOST_WAITING) throw tooBusy('too many changes of this publisher wait')
  throw new WaitOutside(async () => {
    if (take()) return
    await passedOn(turns())
    held.set(publisherId, release)
  })

  function turns(): Turns {
    const known = publishers.get(publisherId) ?? { taken: 0, ended: 0, waiting: new Set<() => void>() }
    publishers.set(publisherId, known)
    return known
  }

  function take(): boolean {
    if (turns().taken >= MOST_AT_ONCE) return false
    turns().taken++
    held!.set(publisherId, release)
    return true
  }

  function release() {
    turns().ended++
    const [next] = turns().waiting
    if (next) return next()
    turns().taken--
    if (turns().taken === 0) publishers.delete(publisherId)
  }
}

/** Resolves when another one passes its turn on; rejects as busy when that takes too long. */
function passedOn(turns: Turns): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  let { ended } = turns
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      const isStuck = turns.ended === ended
      ended = turns.ended
      if (!isStuck && performance.now() < until) return
      leave()
      reject(tooBusy('other changes of this publisher take long'))
    }, STUCK_MS)
    const next = () => {
      leave()
      resolve()
    }
    const leave = () => {
      clearInterval(timer)
      turns.waiting.delete(next)
    }
    turns.waiting.add(next)
  })
}

/** Returns the turns of the publishers of an open database. */
function publishersOf(tx: Db): Map<number, Turns> {
  const { adapter } = tx.getExecutor()
  const known = databases.get(adapter) ?? new Map<number, Turns>()
  databases.set(adapter, known)
  return known
}
