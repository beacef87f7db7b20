import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { listPublisherIds } from '../publishers/publisher-store.ts'
import { makeDueBeyond } from './delivery-queue.ts'
import { MAX_RETRY_AFTER } from './retry.ts'

/** A clock that falls behind by more than this was set back. */
const SET_BACK_MS = 60_000
/** Added to the longest plan: a claim takes time, and the clocks of machines differ. */
const MARGIN_MS = 60_000

interface RescheduleContext {
  db: Db
  now: () => number
  retrySeconds: number[]
}

/**
 * Returns a function for each round of the worker. Its first call, and a call after the clock was set back, makes
 * deliveries due that would otherwise wait until the clock is again where it was.
 */
export function createRescheduler({ db, now, retrySeconds }: RescheduleContext): () => Promise<void> {
  const longest = Math.max(MAX_RETRY_AFTER, ...retrySeconds) * 1000 + MARGIN_MS
  let ahead = Infinity
  return async () => {
    const at = now()
    const current = at - performance.now()
    if (current <= ahead - SET_BACK_MS)
      await eachAlone(await listPublisherIds(db), (id) => makeDueBeyond(db, id, at, at + longest))
    // After the update: if it fails, the next call tries again.
    ahead = current
  }
}
