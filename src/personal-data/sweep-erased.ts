import type { AppContext } from '../context.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'

/** For this time the feed says on which day it ended; afterwards it ends today, like any forgotten link. */
const KEPT_MS = 2 * 365 * 86_400_000

/** Deletes the remaining records of erased subscribers after two years. */
export async function sweepErased(ctx: Pick<AppContext, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const before = ctx.now() - KEPT_MS
  await eachPublisher(ctx.db, signal, (publisherId) =>
    inSteps(signal, async () => {
      const { numDeletedRows } = await ctx.db
        .deleteFrom('erased_subscriber')
        .where('publisher_id', '=', publisherId)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('erased_subscriber')
            .select('id')
            .where('publisher_id', '=', publisherId)
            .where('done', '=', 1)
            .where('erased_at', '<', before)
            .limit(AT_ONCE),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    }),
  )
}
