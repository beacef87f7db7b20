import type { AppContext } from '../context.ts'
import { listPublisherIds } from '../publishers/publisher-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'

/** So long a feed says that it has ended; who polls it then gets 404, as of any address that never was. */
const KEPT_MS = 2 * 365 * 86_400_000

/** Forgets after two years that there was somebody who was erased. */
export async function sweepErased(ctx: Pick<AppContext, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const before = ctx.now() - KEPT_MS
  for (const publisherId of await listPublisherIds(ctx.db)) {
    await inSteps(signal, async () => {
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
    })
  }
}
