import { transact } from '../db/transact.ts'
import { nextRevision } from '../revisions/revision.ts'
import { findSubscriber } from '../subscribers/subscriber-store.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { ClaimLost, waitAfter } from './apply-steps.ts'
import { endClaim } from './claim-store.ts'
import type { Grant } from './grant.ts'
import { markDisconnected } from './grant-store.ts'
import { ProviderError } from './provider.ts'
import type { PushContext } from './push-context.ts'
import { mailReconnect, type ReconnectReason } from './reconnect-mail.ts'
import type { ClaimedTarget, Target } from './target.ts'
import { disconnectTargetsOf } from './target-store.ts'

const HOUR_MS = 3_600_000
const QUOTA_MS = 6 * HOUR_MS
/** After so many failures in a row a target is tried once an hour. */
export const MANY = 10

/** Ends the claim of a turn that failed, by the failure. Throws what is none of a provider's. */
export async function deliverFailure(
  ctx: PushContext,
  target: ClaimedTarget,
  grant: Grant,
  error: unknown,
): Promise<void> {
  if (error instanceof ClaimLost) throw error
  const now = ctx.now()
  if (ctx.stopping.aborted) return void (await endClaim(ctx.db, target, now))
  const known = error instanceof ProviderError
  if (!known) ctx.log.error({ err: error, target: target.id }, 'a turn of a calendar at a provider failed')
  const fault = known ? error.fault : 'busy'
  const backOffMs = ctx.config[grant.provider].backOffMs
  const failed = {
    ...{ ...target, failures: target.failures + 1 },
    lastError: known ? error.message : 'The service had a fault',
  }
  if (fault === 'revoked') return endGrant(ctx, failed, grant, 'over')
  if (fault === 'gone' && target.state !== 'ending') return markRemoved(ctx, failed, grant)
  const wait =
    fault === 'quota'
      ? QUOTA_MS
      : fault === 'busy' && failed.failures <= MANY
        ? waitAfter(failed.failures, backOffMs)
        : HOUR_MS
  await endClaim(ctx.db, failed, now + Math.ceil(wait))
}

/** The consent is over: its targets wait for another one, and somebody is asked for it, once. */
export async function endGrant(
  ctx: PushContext,
  target: ClaimedTarget,
  grant: Grant,
  reason: ReconnectReason,
): Promise<void> {
  if (target.state === 'ending') {
    // The next turn deletes it, and the grant with the last one.
    await markDisconnected(ctx.db, grant, ctx.now())
    return void (await endClaim(ctx.db, target, ctx.now()))
  }
  const isRemoved = target.state === 'removed'
  const over = await transact(ctx.db, async (tx) => {
    if (!(await markDisconnected(tx, grant, ctx.now()))) return false
    await endClaim(tx, { ...target, state: isRemoved ? 'removed' : 'disconnected', failures: 0 }, null)
    await disconnectTargetsOf(tx, target.publisherId, grant.id)
    return true
  })
  // The owner deleted the calendar at the provider, and wants no other.
  if (over && !isRemoved) mailReconnect(ctx, grant, reason)
}

/** Somebody deleted the calendar at the provider. It is not made again unless somebody asks for it. */
async function markRemoved(ctx: PushContext, target: ClaimedTarget, { provider }: Grant): Promise<void> {
  const removed: Target = { ...target, state: 'removed', failures: 0, synced: null, remoteCalendarId: null }
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, target.publisherId, ctx.now())
    if (!(await endClaim(tx, { ...removed, leaseUntil: target.leaseUntil }, null)) || !target.link) return
    const subscriber = await findSubscriber(tx, target.publisherId, target.link.subscriberId)
    if (!subscriber) return
    const { id: svcId, email, profile } = subscriber
    const timestamp = String(Math.floor(revision.at / 1000))
    const payload = {
      kind: 'push.removed' as const,
      svcId,
      email,
      timestamp,
      provider,
      reference: profile.reference ?? '',
    }
    await recordNotification(tx, target.publisherId, 'push.removed', payload, revision)
  })
}
