import type { Db } from '../db/database.ts'
import { listPublisherIds } from '../publishers/publisher-store.ts'
import { recallDeliveries } from './delivery-queue.ts'
import { MAX_RETRY_AFTER } from './retry.ts'

/** A clock that falls behind by more than this was set back. */
const SET_BACK_MS = 60_000
/** Beyond the longest plan: claims are longer than no time, and clocks of machines differ. */
const MARGIN_MS = 60_000

interface RecallContext {
  db: Db
  now: () => number
  retrySeconds: number[]
}

/**
 * Answers a function to be called again and again. The first time, and when the clock was set back since the last
 * one, deliveries that would wait for the clock to come round again become due.
 */
export function createRecall({ db, now, retrySeconds }: RecallContext): () => Promise<void> {
  const longest = Math.max(MAX_RETRY_AFTER, ...retrySeconds) * 1000 + MARGIN_MS
  let ahead = Infinity
  return async () => {
    const at = now()
    const current = at - performance.now()
    if (current <= ahead - SET_BACK_MS)
      for (const id of await listPublisherIds(db)) await recallDeliveries(db, id, at, at + longest)
    // Only now: what fails is tried again the next time.
    ahead = current
  }
}
