import { listCalendarVersions } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { addLink } from '../subscribers/add-link.ts'
import { endLink } from '../subscribers/end-link.ts'
import { isLive } from '../subscribers/feed-link.ts'
import { findLink } from '../subscribers/link-store.ts'
import { getActiveSubscriber } from '../subscribers/subscriber-store.ts'
import { findCredentials } from './credentials-store.ts'
import type { Grant, ProviderName } from './grant.ts'
import { deleteGrant, findGrant, findMirrorGrant, insertGrant, updateGrant } from './grant-store.ts'
import { type Consent, ProviderError } from './provider.ts'
import { revokeGrant } from './revoke-grant.ts'
import type { Target } from './target.ts'
import { endTargetsOf, findPersonTarget, insertTarget, listTargetsOf, updateTarget } from './target-store.ts'

/** The name of a person's link, until they give it another one. */
const LINK_NAMES: Record<ProviderName, string> = { google: 'Google Calendar', microsoft: 'Outlook' }

/**
 * Stores a consent of a subscriber, in place of an earlier one of theirs. Their calendar is made within seconds, or
 * found again if the consent is of the same account. `moved`: the calendar of the earlier consent is out
 * of its reach (`leavesCalendars`), and is deleted.
 */
export async function connectPerson(
  ctx: OperationContext,
  provider: ProviderName,
  publisherId: number,
  subscriberId: string,
  consent: Consent,
  moved = false,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    await requireClient(tx, publisherId, provider, consent)
    await getActiveSubscriber(tx, publisherId, subscriberId)
    const earlier = await findLivePerson(tx, publisherId, subscriberId, provider)
    if (earlier && !moved) return renew(tx, earlier.grant, [earlier.target], consent, revision)
    if (earlier) await disconnectPerson({ ...ctx, db: tx }, publisherId, subscriberId, provider)
    const link = { kind: 'account', application: '', name: LINK_NAMES[provider], confirmed: true } as const
    const { number } = await addLink(tx, publisherId, subscriberId, link, revision)
    const of = { publisherId, kind: 'person', link: { subscriberId, number } } as const
    const grant = newGrant({ ...of, provider }, consent, revision)
    await insertGrant(tx, grant)
    await insertTarget(tx, newTarget(grant, null, revision), revision.now)
  })
}

/** Returns the calendar of a subscriber at a provider whose link has not ended, with its grant. */
export async function findLivePerson(
  db: Db,
  publisherId: number,
  subscriberId: string,
  provider: ProviderName,
): Promise<{ target: Target; grant: Grant } | undefined> {
  const target = await findPersonTarget(db, publisherId, subscriberId, provider)
  const link = target?.link && (await findLink(db, publisherId, subscriberId, target.link.number))
  if (!target || !link || !isLive(link)) return undefined
  const grant = await findGrant(db, publisherId, target.grantId)
  return grant && { target, grant }
}

/** Ends a subscriber's calendar at a provider: it is deleted, and the consent revoked. Throws `not_found` if there is none. */
export async function disconnectPerson(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  provider: ProviderName,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const live = await findLivePerson(tx, publisherId, subscriberId, provider)
    if (!live?.target.link) throw notFound('Calendar', provider)
    await endLink({ ...ctx, db: tx }, publisherId, subscriberId, live.target.link.number)
    await endTargetsOf(tx, publisherId, live.grant.id, ctx.now())
  })
}

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

/** Throws ProviderError if the publisher's own client that asked for a consent is not in use any more. */
async function requireClient(
  tx: Db,
  publisherId: number,
  provider: ProviderName,
  { clientId }: Consent,
): Promise<void> {
  if (clientId === undefined) return
  const used = await findCredentials(tx, publisherId, provider)
  if (used?.clientId !== clientId)
    throw new ProviderError('refused', 'The credentials were changed since somebody asked for the consent')
}

function isSameClient(grant: Grant, { clientId }: Consent): boolean {
  return grant.clientId === (clientId ?? null)
}

/** Gives a grant other tokens. Its calendars are looked for first: the consent may be of another account. */
async function renew(
  tx: Db,
  grant: Grant,
  targets: Target[],
  consent: Consent,
  revision: Revision,
): Promise<void> {
  const { clientId, account, tokens, scopes } = consent
  const isSame = isSameClient(grant, consent)
  const given = {
    clientId: clientId ?? null,
    tokens,
    scopes,
    account: account ?? null,
    consentedAt: revision.now,
    lastOkAt: revision.now,
  }
  await updateGrant(tx, { ...grant, ...given, disconnectedAt: null })
  for (const target of targets.filter(({ state }) => state !== 'ending')) {
    // A mirror that somebody deleted is made again when it is chosen again.
    if (target.kind === 'mirror' && target.state === 'removed') continue
    const linking = { ...target, state: 'linking', synced: null, failures: 0, lastError: null } as const
    // A client need not see calendars that another one made.
    await updateTarget(tx, isSame ? linking : { ...linking, remoteCalendarId: null }, revision.now)
  }
}

function newGrant(
  of: Pick<Grant, 'publisherId' | 'kind' | 'link' | 'provider'>,
  { clientId, account, tokens, scopes }: Consent,
  { now }: Revision,
): Grant {
  return {
    ...{ ...of, id: newId(now), clientId: clientId ?? null, tokens, scopes, account: account ?? null },
    ...{ ending: false, created: now, consentedAt: now, disconnectedAt: null, lastOkAt: now },
  }
}

function newTarget(
  { publisherId, id: grantId, kind, link }: Grant,
  calendarId: string | null,
  { now }: Revision,
): Target {
  return {
    ...{ publisherId, id: newId(now), grantId, kind, calendarId, link, remoteCalendarId: null, open: false },
    ...{ state: 'linking', synced: null, failures: 0, lastError: null },
    ...{ lastOkAt: null, lastWriteAt: null, created: now },
  }
}
