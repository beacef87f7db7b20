import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { deleteOldNotifications } from './notification-store.ts'

const KEPT_MS = 90 * 86_400_000
const AT_ONCE = 500
const PAUSE_MS = 50

/** Forgets notifications after 90 days with their deliveries, in small steps that let others write in between. */
export async function sweepNotifications(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const before = ctx.now() - KEPT_MS
  const publishers = await ctx.db.selectFrom('publisher').select('publisher_id').execute()
  for (const { publisher_id: publisherId } of publishers) {
    let deleted = AT_ONCE
    while (deleted === AT_ONCE && !signal.aborted) {
      deleted = await deleteOldNotifications(ctx.db, publisherId, before, AT_ONCE)
      if (deleted === AT_ONCE) await sleep(PAUSE_MS)
    }
  }
}
