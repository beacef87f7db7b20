import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import type { Statistic } from './statistic.ts'
import { addToStatistics, STATISTIC_TABLES, takeDaysBefore } from './statistic-store.ts'

const KEPT_MS = 3 * 365 * 86_400_000

/**
 * After three years, adds the statistics of a month up into its first day: a statistic then has 12 rows a year, and
 * all sums stay the same.
 */
export async function foldStatistics(
  ctx: Pick<AppContext, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const before = `${new Date(ctx.now() - KEPT_MS).toISOString().slice(0, 8)}01`
  await eachPublisher(ctx.db, signal, async (publisherId) => {
    for (const table of STATISTIC_TABLES) {
      if (signal.aborted) return
      await transact(ctx.db, async (tx) => {
        // Rows that another process has just folded are not returned here, so nothing is counted twice.
        const days = await takeDaysBefore(tx, publisherId, table, before)
        await addToStatistics(tx, publisherId, byMonth(days))
      })
    }
  })
}

function byMonth(days: Statistic[]): Statistic[] {
  const months = Map.groupBy(days, ({ name, day }) => `${day.slice(0, 8)}01 ${name}`)
  return [...months.values()].map((own) => ({
    name: own[0]!.name,
    day: `${own[0]!.day.slice(0, 8)}01`,
    value: own.reduce((sum, { value }) => sum + value, 0),
  }))
}
