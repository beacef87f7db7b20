import { listCalendarVersions } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, notFound } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import type { Grant, ProviderName } from './grant.ts'
import { deleteGrant, findMirrorGrant, insertGrant, updateGrant } from './grant-store.ts'
import { type Consent, ProviderError } from './provider.ts'
import { revokeGrant } from './revoke-grant.ts'
import { newGrant, newTarget, renew, requireClient } from './store-consent.ts'
import { endTargetsOf, insertTarget, listTargetsOf, updateTarget } from './target-store.ts'

/**
 * Stores a consent of the publisher's own account. Mirrors that it has go on. `moved`: they are out of its reach
 * (`leavesCalendars`). They are then made anew, and the earlier ones deleted.
 */
export async function connectMirror(
  ctx: OperationContext,
  provider: ProviderName,
  publisherId: number,
  consent: Consent,
  moved = false,
): Promise<Grant> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    await requireClient(tx, publisherId, provider, consent)
    const earlier = await findMirrorGrant(tx, publisherId)
    const targets = earlier ? await listTargetsOf(tx, publisherId, earlier.id) : []
    if (earlier && !moved) {
      await renew(tx, earlier, targets, consent, revision)
      return earlier
    }
    if (earlier) await endMirrors({ ...ctx, db: tx }, publisherId)
    const grant = newGrant({ publisherId, kind: 'mirror', link: null, provider }, consent, revision)
    await insertGrant(tx, grant)
    for (const { calendarId, state } of targets)
      if (state !== 'ending' && state !== 'removed')
        await insertTarget(tx, newTarget(grant, calendarId, revision), revision.now)
    return grant
  })
}

/**
 * Chooses the public calendars that have a mirror. The calendars of the others are deleted at the provider. A mirror that
 * somebody deleted there is made anew when its calendar is chosen again.
 */
export async function chooseMirrors(
  ctx: OperationContext,
  publisherId: number,
  calendarIds: string[],
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const grant = await getMirrorGrant(tx, publisherId)
    const known = await listCalendarVersions(tx, publisherId, calendarIds)
    const unknown = calendarIds.find((id) => !known.some((calendar) => calendar.id === id && !calendar.draft))
    if (unknown !== undefined) throw notFound('Calendar', unknown)
    const targets = (await listTargetsOf(tx, publisherId, grant.id)).filter(({ state }) => state !== 'ending')
    for (const target of targets) {
      const chosen = calendarIds.includes(target.calendarId!)
      if (!chosen) await updateTarget(tx, { ...target, state: 'ending', failures: 0 }, revision.now)
      else if (target.state === 'removed')
        await updateTarget(tx, { ...target, state: 'linking', failures: 0, lastError: null }, revision.now)
    }
    for (const id of new Set(calendarIds))
      if (!targets.some(({ calendarId }) => calendarId === id))
        await insertTarget(tx, newTarget(grant, id, revision), revision.now)
  })
}

/** Takes down that somebody made a mirror public at the provider. Throws `not_found` if the calendar has no live mirror. */
export async function markMirrorOpen(
  ctx: OperationContext,
  publisherId: number,
  calendarId: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const { now } = await nextRevision(tx, publisherId, ctx.now())
    const grant = await findMirrorGrant(tx, publisherId)
    const targets = grant ? await listTargetsOf(tx, publisherId, grant.id) : []
    const mirror = targets.find((target) => target.calendarId === calendarId && target.state === 'active')
    if (!mirror) throw notFound('Mirror', calendarId)
    await updateTarget(tx, { ...mirror, open: true }, now)
  })
}

/** Ends the publisher's account: its mirrors are deleted, and the consent revoked. */
export async function disconnectMirror(
  ctx: OperationContext & Pick<AppContext, 'providers'>,
  publisherId: number,
): Promise<void> {
  const grant = await getMirrorGrant(ctx.db, publisherId)
  const targets = await listTargetsOf(ctx.db, publisherId, grant.id)
  if (targets.length > 0) return endMirrors(ctx, publisherId)
  // Without a mirror there is nothing for the worker to do.
  const { provider } = (await ctx.providers.ofGrant(grant)) ?? {}
  try {
    if (provider) await revokeGrant(ctx.db, provider, grant)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new AppError('unavailable', 'Google does not answer. Try again in a minute.', { retryAfter: 60 })
  }
  await deleteGrant(ctx.db, grant)
}

async function endMirrors(ctx: OperationContext, publisherId: number): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const grant = await getMirrorGrant(tx, publisherId)
    await updateGrant(tx, { ...grant, ending: true })
    await endTargetsOf(tx, publisherId, grant.id, ctx.now())
  })
}

async function getMirrorGrant(db: Db, publisherId: number): Promise<Grant> {
  const grant = await findMirrorGrant(db, publisherId)
  if (!grant) throw new AppError('conflict', 'No Google account is connected')
  return grant
}
