import type { AppContext } from '../context.ts'
import { listPublisherIds } from '../publishers/publisher-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'
import { deleteOldNotifications } from './notification-store.ts'

const KEPT_MS = 90 * 86_400_000

/** Forgets notifications after 90 days with their deliveries, in small steps that let others write in between. */
export async function sweepNotifications(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const before = ctx.now() - KEPT_MS
  for (const publisherId of await listPublisherIds(ctx.db)) {
    await inSteps(signal, () => deleteOldNotifications(ctx.db, publisherId, before, AT_ONCE))
  }
}
