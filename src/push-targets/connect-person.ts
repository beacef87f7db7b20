import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { notFound } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { addLink } from '../subscribers/add-link.ts'
import { endLink } from '../subscribers/end-link.ts'
import { isLive } from '../subscribers/feed-link.ts'
import { findLink } from '../subscribers/link-store.ts'
import { getActiveSubscriber } from '../subscribers/subscriber-store.ts'
import type { Grant, ProviderName } from './grant.ts'
import { findGrant, insertGrant } from './grant-store.ts'
import type { Consent } from './provider.ts'
import { newGrant, newTarget, renew, requireClient } from './store-consent.ts'
import type { Target } from './target.ts'
import { endTargetsOf, findPersonTarget, insertTarget } from './target-store.ts'

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
