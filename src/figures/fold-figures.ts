import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { listPublisherIds } from '../publishers/publisher-store.ts'
import { type Figure, figureDay, type FigureName } from './figure.ts'
import { addToFigures } from './figure-store.ts'

const KEPT_MS = 3 * 365 * 86_400_000

/**
 * After three years the days of a month become its first day, so that a figure has 12 rows a year and every sum stays
 * what it is.
 */
export async function foldFigures(ctx: Pick<AppContext, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const before = `${figureDay(ctx.now() - KEPT_MS).slice(0, 8)}01`
  for (const publisherId of await listPublisherIds(ctx.db)) {
    if (signal.aborted) return
    await transact(ctx.db, async (tx) => {
      // What somebody else has just folded is not returned here, and so not counted twice.
      const days = await tx
        .deleteFrom('daily_figure')
        .where('publisher_id', '=', publisherId)
        .where('day', '<', before)
        .where(sql<boolean>`substr(day, 9) <> '01'`)
        .returning(['name', 'day', 'value'])
        .execute()
      await addToFigures(tx, publisherId, byMonth(days))
    })
  }
}

function byMonth(days: { name: string; day: string; value: number }[]): Figure[] {
  const months = Map.groupBy(days, ({ name, day }) => `${day.slice(0, 8)}01 ${name}`)
  return [...months.values()].map((own) => ({
    name: own[0]!.name as FigureName,
    day: `${own[0]!.day.slice(0, 8)}01`,
    value: own.reduce((sum, { value }) => sum + value, 0),
  }))
}
