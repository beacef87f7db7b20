import type { Credentials } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import type { ConfiguredContext, OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { disconnectMirror } from './connect-mirror.ts'
import { countConcerned, endConsentsOf } from './consents-of-client.ts'
import {
  deleteSpentCredentials,
  findCredentials,
  type OwnCredentials,
  retireCredentials,
  saveCredentials,
} from './credentials-store.ts'
import { callbackOf, type ProviderName } from './grant.ts'
import { findMirrorGrant } from './grant-store.ts'
import { type ClientFault, ProviderError } from './provider.ts'
import { listTargetsOf } from './target-store.ts'

/** How a provider is called. */
const COMPANIES: Record<ProviderName, string> = { google: 'Google', microsoft: 'Microsoft' }

/** A publisher's provider whose credentials are changed. `clientId`: null without credentials from then on. */
export interface Change {
  publisherId: number
  provider: ProviderName
  clientId: string | null
  /** The consents that were made with the former client may end. */
  endConsents: boolean
}

/**
 * Asks the provider if it takes credentials. Throws `invalid` if it does not, and `unavailable` if it does not answer:
 * credentials that nobody has checked are not stored.
 */
export async function checkCredentials(
  { providers, config }: Pick<AppContext, 'providers' | 'config'>,
  name: ProviderName,
  credentials: Credentials,
): Promise<void> {
  const company = COMPANIES[name]
  // Otherwise its consents would belong to two clients that are one.
  if (credentials.clientId === config[name].credentials?.clientId)
    throw invalid({ clientId: 'The installation has this client already' }, 'client_of_installation')
  const provider = providers.by(name, credentials)
  try {
    const fault = await provider.checkClient(config.http.publicUrl + callbackOf(name))
    if (fault) throw refusalOf(fault, company)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new AppError('unavailable', `${company} does not answer. Try again in a minute.`, {
      kind: 'provider_silent',
      retryAfter: 60,
    })
  }
}

function refusalOf(fault: ClientFault, company: string): AppError {
  switch (fault) {
    case 'refused':
      return invalid(
        { clientSecret: `${company} does not know this client id with this secret` },
        'client_refused',
      )
    case 'unknown':
      return invalid({ clientId: `${company} does not know this client id` }, 'client_unknown')
    case 'secret':
      return invalid({ clientSecret: `${company} refuses the secret` }, 'client_secret_wrong')
    case 'expired':
      return invalid({ clientSecret: `${company} says that the secret has expired` }, 'client_secret_expired')
  }
}

/**
 * Prepares a change: an account that is connected with the former client and has no calendars is disconnected, since no
 * turn of the worker would. Throws `conflict` if consents would end that may not.
 */
export async function prepareChange(
  ctx: OperationContext & Pick<AppContext, 'providers'>,
  change: Change,
): Promise<void> {
  const former = await findFormer(ctx.db, change)
  const grant = former && (await findMirrorGrant(ctx.db, change.publisherId))
  if (grant?.provider !== change.provider || grant.clientId !== former?.clientId) return
  const targets = await listTargetsOf(ctx.db, change.publisherId, grant.id)
  if (targets.length === 0) await disconnectMirror(ctx, change.publisherId)
}

/** Stores checked credentials of a publisher. Those that they replace are retired: see `retire`. */
export async function changeCredentials(
  { db: tx, now }: Pick<ConfiguredContext, 'db' | 'now'>,
  change: Change & Credentials,
): Promise<void> {
  const { publisherId, provider, clientId, clientSecret } = change
  // Consents are stored under the same lock.
  await nextRevision(tx, publisherId, now())
  await retire(tx, await findFormer(tx, change), now())
  const since = now()
  await saveCredentials(tx, { publisherId, provider, clientId, clientSecret, since, retiredAt: null })
}

/** Removes a publisher's credentials. Returns them. Throws `not_found` if there are none. */
export async function removeCredentials(
  { db: tx, now }: Pick<ConfiguredContext, 'db' | 'now'>,
  change: Change & { clientId: null },
): Promise<OwnCredentials> {
  await nextRevision(tx, change.publisherId, now())
  const former = await findFormer(tx, change)
  if (!former) throw notFound('Client', change.provider)
  await retire(tx, former, now())
  return former
}

/** Takes a client out of use. It is kept until the worker has ended its consents. */
async function retire(tx: Db, former: OwnCredentials | undefined, now: number): Promise<void> {
  if (!former) return
  await retireCredentials(tx, former, now)
  await endConsentsOf(tx, former, now)
  await deleteSpentCredentials(tx, former.publisherId)
}

/**
 * Finds the client that a change takes out of use; undefined if there is none, or if only its secret changes. Throws
 * `conflict` if consents would end that may not.
 */
async function findFormer(
  db: Db,
  { publisherId, provider, clientId, endConsents }: Change,
): Promise<OwnCredentials | undefined> {
  const former = await findCredentials(db, publisherId, provider)
  if (!former || former.clientId === clientId) return undefined
  const { people, mirrors, account } = await countConcerned(db, former)
  if ((people > 0 || account) && !endConsents)
    throw new AppError(
      'conflict',
      `It ends the consents of ${people} subscribers and the mirrors of ${mirrors} calendars. Send endConsents if it may`,
      { kind: 'consents_end' },
    )
  return former
}
