import type { AppContext } from '../context.ts'
import { listPublisherIds } from '../publishers/publisher-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'
import { EMAIL_CHANGE_MS } from './change-email.ts'
import { deleteOldEmailChanges } from './email-change-store.ts'

/** Deletes new addresses that were asked for more than a day ago. */
export async function sweepEmailChanges(
  ctx: Pick<AppContext, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const before = ctx.now() - EMAIL_CHANGE_MS
  for (const publisherId of await listPublisherIds(ctx.db))
    await inSteps(signal, () => deleteOldEmailChanges(ctx.db, publisherId, before, AT_ONCE))
}
