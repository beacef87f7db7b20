import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Revision } from '../revisions/revision.ts'
import { findCredentials } from './credentials-store.ts'
import type { Grant, ProviderName } from './grant.ts'
import { updateGrant } from './grant-store.ts'
import { type Consent, ProviderError } from './provider.ts'
import type { Target } from './target.ts'
import { updateTarget } from './target-store.ts'

/** Throws ProviderError if the publisher's own client that asked for a consent is not in use any more. */
export async function requireClient(
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

/** Gives a grant other tokens. Its calendars are looked for first: the consent may be of another account. */
export async function renew(
  tx: Db,
  grant: Grant,
  targets: Target[],
  consent: Consent,
  revision: Revision,
): Promise<void> {
  const { clientId, account, tokens, scopes } = consent
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
    const isSame = grant.clientId === given.clientId
    await updateTarget(tx, isSame ? linking : { ...linking, remoteCalendarId: null }, revision.now)
  }
}

export function newGrant(
  of: Pick<Grant, 'publisherId' | 'kind' | 'link' | 'provider'>,
  { clientId, account, tokens, scopes }: Consent,
  { now }: Revision,
): Grant {
  return {
    ...{ ...of, id: newId(now), clientId: clientId ?? null, tokens, scopes, account: account ?? null },
    ...{ ending: false, created: now, consentedAt: now, disconnectedAt: null, lastOkAt: now },
  }
}

export function newTarget(
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
