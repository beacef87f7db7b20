import { dayOf } from '../feeds/window.ts'
import { accessOf, type OpenTarget } from './access.ts'
import { applySteps, ClaimLost } from './apply-steps.ts'
import { endClaim, forgetSynced, recordRemote } from './claim-store.ts'
import { endRetired } from './end-retired.ts'
import { endTarget, forgetTarget } from './end-target.ts'
import { deliverFailure } from './failure.ts'
import type { Grant } from './grant.ts'
import { findGrant, storeTokens } from './grant-store.ts'
import { planChanges, planWhole } from './plan.ts'
import { ProviderError } from './provider.ts'
import type { PushContext } from './push-context.ts'
import type { ClaimedTarget } from './target.ts'
import { deleteTarget } from './target-store.ts'
import { openView, type View } from './view.ts'

const DAY_MS = 86_400_000
/** The daily looks of all targets begin after midnight (UTC), over this time. */
const SPREAD_MS = 2 * 3_600_000

/** Makes a claimed target equal to what it shows, and ends the claim. */
export async function runTurn(ctx: PushContext, target: ClaimedTarget): Promise<void> {
  try {
    const grant = await findGrant(ctx.db, target.publisherId, target.grantId)
    if (!grant) return await deleteTarget(ctx.db, target)
    await workOn(ctx, target, grant).catch((error: unknown) => deliverFailure(ctx, target, grant, error))
  } catch (error) {
    // The claim ends by itself.
    if (!(error instanceof ClaimLost) && !ctx.stopping.aborted)
      ctx.log.error({ err: error, target: target.id }, 'a calendar at a provider could not be looked at')
  }
}

async function workOn(ctx: PushContext, target: ClaimedTarget, grant: Grant): Promise<void> {
  const view = target.state === 'ending' ? undefined : await openView(ctx, target)
  // Without a consent nothing can be deleted there.
  if (!view && grant.disconnectedAt !== null) return forgetTarget(ctx, target)
  const { provider, retired } = (await ctx.providers.ofGrant(grant)) ?? {}
  const isOver = grant.disconnectedAt !== null || !retired
  if (view && isOver && (target.state === 'disconnected' || target.state === 'removed'))
    return void (await endClaim(ctx.db, target, null))
  if (!provider) throw new ProviderError('refused', `There are no credentials for ${grant.provider}`)
  const access = accessOf(ctx, provider, grant, target, ctx.paceOf(provider))
  const opened = { target, grant, provider, access }
  if (!view) return endTarget(ctx, opened)
  if (retired) return endRetired(ctx, opened)
  await access.keepAlive()
  await bringUpToDate(ctx, opened, view)
}

/** Writes what the calendar lacks, and ends the claim. A person's calendar is then counted as read. */
async function bringUpToDate(ctx: PushContext, opened: OpenTarget, view: View): Promise<void> {
  const { target, provider, access } = opened
  await ensureCalendar(ctx, opened, view)
  const remoteId = target.remoteCalendarId!
  const { synced } = target
  const whole = synced?.view !== view.state.view
  if (whole) {
    // Before the first write: if the turn breaks off and the look goes back, the old state would hide what was written.
    if (synced && !(await forgetSynced(ctx.db, target))) throw new ClaimLost()
    target.synced = null
    await provider.updateCalendar(access, remoteId, view.calendar)
  }
  const steps = whole
    ? await planWhole(ctx, view, provider, access, remoteId)
    : await planChanges(ctx, view, synced)
  const { written, refused } = await applySteps(ctx, { ...opened, view }, steps)
  const now = ctx.now()
  const ended: ClaimedTarget = {
    ...target,
    state: 'active',
    synced: view.state,
    failures: 0,
    lastError: refused,
    lastOkAt: now,
    lastWriteAt: written > 0 ? now : target.lastWriteAt,
  }
  if (!(await endClaim(ctx.db, ended, nextLook(target.id, now))) || !target.link) return
  ctx.feedReads.count({
    publisherId: target.publisherId,
    subscriberId: target.link.subscriberId,
    link: target.link.number,
    pending: false,
    application: provider.application,
    etag: '',
    revision: view.state.revision,
    at: now,
  })
}

/** Finds the calendar of a target again, or makes it. */
async function ensureCalendar(
  ctx: PushContext,
  { target, grant, provider, access }: OpenTarget,
  view: View,
): Promise<void> {
  if (target.state === 'active' && target.remoteCalendarId !== null) return
  const there =
    target.remoteCalendarId === null
      ? undefined
      : await provider.findCalendar(access, target.remoteCalendarId)
  const found =
    there ??
    (await provider.findLost(access, target.id)) ??
    (await provider.createCalendar(access, view.calendar, target.id))
  target.synced = null
  target.remoteCalendarId = found.id
  if (!there) {
    target.open = false
    // Somebody ended the target meanwhile: nobody else knows of this calendar.
    if (!(await recordRemote(ctx.db, target))) {
      await provider.deleteCalendar(access, found.id)
      throw new ClaimLost()
    }
  }
  if (found.account !== grant.account) {
    grant.account = found.account
    await storeTokens(ctx.db, grant)
  }
  await isTaken(ctx, target, async () => provider.colorCalendar?.(access, found.id, view.color))
  if (target.kind === 'mirror' && !target.open) await openToAll(ctx, { target, grant, provider, access })
}

/** Opens a mirror. If the right for it was not granted, somebody does so by hand. */
async function openToAll(ctx: PushContext, { target, grant, provider, access }: OpenTarget): Promise<void> {
  const { asked, needed } = provider.scopes.mirror ?? { asked: [], needed: [] }
  const more = asked.filter((scope) => !needed.includes(scope))
  if (!provider.openCalendar || !more.every((scope) => grant.scopes.includes(scope))) return
  target.open = await isTaken(ctx, target, async () =>
    provider.openCalendar?.(access, target.remoteCalendarId!),
  )
}

/** Returns false if the provider refuses something without which the calendar is still of use. */
async function isTaken(ctx: PushContext, { id }: ClaimedTarget, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'refused') throw error
    ctx.log.warn({ err: error, target: id }, 'a calendar at a provider could not be coloured or opened')
    return false
  }
}

/** The time of the next daily look (epoch ms): after the feed window moves. */
function nextLook(id: string, now: number): number {
  return dayOf(now) + DAY_MS + Math.floor((parseInt(id.slice(-6), 16) / 0x1000000) * SPREAD_MS)
}
