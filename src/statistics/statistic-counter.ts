import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Statistic, statisticDay, type StatisticName } from './statistic.ts'
import { addToStatistics } from './statistic-store.ts'

/** Counts in memory and writes in batches, so that an increment needs no write. */
export interface StatisticCounter {
  count(publisherId: number, name: StatisticName): void
  // The next flush writes them.
  flush(): Promise<void>
}

export function createStatisticCounter(db: Db, now: () => number): StatisticCounter {
  let pending = new Map<string, Statistic & { publisherId: number }>()
  const add = (publisherId: number, statistic: Statistic) => {
    const key = `${publisherId} ${statistic.name} ${statistic.day}`
    const counted = pending.get(key)
    if (counted) counted.value += statistic.value
    else pending.set(key, { publisherId, ...statistic })
  }
  return {
    count: (publisherId, name) => add(publisherId, { name, day: statisticDay(now()), value: 1 }),
    async flush() {
      if (pending.size === 0) return
      const byPublisher = Map.groupBy(pending.values(), ({ publisherId }) => publisherId)
      pending = new Map()
      for (const [publisherId, statistics] of byPublisher) {
        try {
          await transact(db, (tx) => addToStatistics(tx, publisherId, statistics))
          byPublisher.delete(publisherId)
        } catch (error) {
          // The next flush writes them.
          for (const [id, left] of byPublisher) for (const statistic of left) add(id, statistic)
          throw error
        }
      }
    },
  }
}
