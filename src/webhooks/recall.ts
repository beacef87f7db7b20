import type { Db } from '../db/database.ts'
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
    const before = ahead
    ahead = at - performance.now()
    if (ahead > before - SET_BACK_MS) return
    const publishers = await db.selectFrom('publisher').select('publisher_id').execute()
    for (const { publisher_id } of publishers) await recallDeliveries(db, publisher_id, at, at + longest)
  }
}
