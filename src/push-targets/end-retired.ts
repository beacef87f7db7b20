import type { OpenTarget } from './access.ts'
import { endClaim } from './claim-store.ts'
import { deleteRemote } from './end-target.ts'
import { endGrant, MANY } from './failure.ts'
import { ProviderError } from './provider.ts'
import type { PushContext } from './push-context.ts'
import { revokeGrant } from './revoke-grant.ts'
import { listTargetsOf } from './target-store.ts'

/** The other calendars of a consent are deleted by turns of their own. */
const OTHERS_MS = 2000

/**
 * Ends a consent whose client its publisher replaced or removed: another client could not write into the calendar, so
 * it is deleted as long as that is possible. With the last calendar the consent is revoked, and somebody is asked for
 * another one.
 */
export async function endRetired(ctx: PushContext, opened: OpenTarget): Promise<void> {
  const { target, grant } = opened
  const waits = await takeAway(ctx, opened).catch((error: unknown) => {
    const { failures } = target
    const isOver = error instanceof ProviderError && (error.fault !== 'busy' || failures >= MANY)
    if (!isOver) throw error
    ctx.log.warn({ err: error, target: target.id }, 'a calendar of a former client could not be deleted')
    return false
  })
  if (waits) return void (await endClaim(ctx.db, { ...target, failures: 0 }, ctx.now() + OTHERS_MS))
  await endGrant(ctx, { ...target, remoteCalendarId: null }, grant, 'replaced')
}

/** Returns true while the consent has other calendars, which need it. */
async function takeAway(ctx: PushContext, opened: OpenTarget): Promise<boolean> {
  await deleteRemote(ctx, opened)
  const { target, grant, provider } = opened
  const others = await listTargetsOf(ctx.db, target.publisherId, grant.id)
  if (others.some(({ remoteCalendarId }) => remoteCalendarId !== null)) return true
  await revokeGrant(ctx.db, provider, grant)
  return false
}
