import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transact.ts'

/**
 * Runs a change and the entry in the log that tells of it as one transaction. `within` is the context with the
 * transaction for its database, so that whole operations take part.
 */
export function change<T>(ctx: AppContext, work: (within: AppContext) => Promise<T>): Promise<T> {
  return transact(ctx.db, (tx) => work({ ...ctx, db: tx }))
}
