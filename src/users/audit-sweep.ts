import type { AppContext } from '../context.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'

/** Three years: claims that depend on the log usually lapse by then. */
const KEPT_MS = 3 * 365 * 86_400_000

/** Deletes entries of the audit log after three years. */
export async function sweepAudit(ctx: Pick<AppContext, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const before = ctx.now() - KEPT_MS
  await eachPublisher(ctx.db, signal, (publisherId) =>
    inSteps(signal, async () => {
      const { numDeletedRows } = await ctx.db
        .deleteFrom('audit_log')
        .where('publisher_id', '=', publisherId)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('audit_log')
            .select('id')
            .where('publisher_id', '=', publisherId)
            .where('at', '<', before)
            .orderBy('at')
            .limit(AT_ONCE),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    }),
  )
}
