import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { addCounts } from '../statistics/statistic-store.ts'

/** Counts requests to providers in memory. A process that is killed loses those of the last seconds. */
export interface RequestCounter {
  count(publisherId: number, requests: number): void
  /** Adds the counts to the statistics of the day. */
  flush(): Promise<void>
}

export function createRequestCounter(db: Db, now: () => number): RequestCounter {
  const counted = new Map<number, number>()
  return {
    count: (publisherId, requests) =>
      void counted.set(publisherId, (counted.get(publisherId) ?? 0) + requests),
    async flush() {
      for (const [publisherId, value] of [...counted]) {
        await transact(db, (tx) => addCounts(tx, publisherId, [{ name: 'pushRequests', at: now(), value }]))
        const more = counted.get(publisherId)! - value
        if (more > 0) counted.set(publisherId, more)
        else counted.delete(publisherId)
      }
    },
  }
}
