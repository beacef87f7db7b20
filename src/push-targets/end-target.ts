import { transact } from '../db/transact.ts'
import type { OpenTarget } from './access.ts'
import { ClaimLost } from './apply-steps.ts'
import { recordRemote } from './claim-store.ts'
import type { Grant } from './grant.ts'
import { deleteGrant, lockGrant } from './grant-store.ts'
import type { PushContext } from './push-context.ts'
import { revokeGrant } from './revoke-grant.ts'
import type { ClaimedTarget } from './target.ts'
import { deleteTarget, listTargetsOf } from './target-store.ts'

/** Turns an ending target has before it is given up: 30 days of one each hour. */
const MOST_FAILURES = 730

/** Deletes the calendar of a target, and revokes its grant if it was the last one. */
export async function endTarget(ctx: PushContext, opened: OpenTarget): Promise<void> {
  const { target, grant, provider } = opened
  if (target.state !== 'ending') {
    target.state = 'ending'
    if (!(await recordRemote(ctx.db, target))) throw new ClaimLost()
  }
  const givenUp = target.failures >= MOST_FAILURES
  if (!givenUp) await deleteRemote(ctx, opened)
  await forgetTarget(ctx, target, async () => {
    if (!givenUp) await revokeGrant(ctx.db, provider, grant)
  })
}

/**
 * Deletes the calendar of a target at its provider and records that, before the question who else uses the account: of
 * two that end at once, one sees that it is the last.
 */
export async function deleteRemote(
  ctx: PushContext,
  { target, provider, access }: OpenTarget,
): Promise<void> {
  const remoteId = target.remoteCalendarId ?? (await provider.findLost(access, target.id))?.id
  if (remoteId !== undefined) await provider.deleteCalendar(access, remoteId)
  target.remoteCalendarId = null
  if (!(await recordRemote(ctx.db, target))) throw new ClaimLost()
}

/** Deletes a target, and its grant with the last one, after `beforeGrant`. */
export async function forgetTarget(
  ctx: PushContext,
  target: ClaimedTarget,
  beforeGrant: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const last = await transact(ctx.db, async (tx) => {
    // The lock: of targets that end at once, one is the last.
    const grant = await lockGrant(tx, target.publisherId, target.grantId)
    const targets = await listTargetsOf(tx, target.publisherId, target.grantId)
    if (grant && isEnding(grant) && targets.every(({ id }) => id === target.id)) return grant
    await deleteTarget(tx, target)
    return undefined
  })
  if (!last) return
  await beforeGrant()
  await transact(ctx.db, async (tx) => {
    await deleteTarget(tx, target)
    await deleteGrant(tx, last)
  })
}

/** The publisher's account stays without mirrors until it is disconnected. */
function isEnding({ kind, ending }: Grant): boolean {
  return kind === 'person' || ending
}
