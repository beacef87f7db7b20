import type { AppContext } from '../context.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'
import { EMAIL_CHANGE_MS } from './change-email.ts'
import { deleteOldEmailChanges } from './email-change-store.ts'

/** Deletes new addresses that were asked for more than a day ago. */
export async function sweepEmailChanges(
  ctx: Pick<AppContext, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const before = ctx.now() - EMAIL_CHANGE_MS
  await eachPublisher(ctx.db, signal, (publisherId) =>
    inSteps(signal, () => deleteOldEmailChanges(ctx.db, publisherId, before, AT_ONCE)),
  )
}
