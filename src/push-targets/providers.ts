import { createHmac } from 'node:crypto'
import type { Config, Credentials } from '../config.ts'
import type { Db } from '../db/database.ts'
import { listCredentials } from './credentials-store.ts'
import { createGoogle } from './google/google.ts'
import { type Grant, PROVIDER_NAMES, type ProviderName } from './grant.ts'
import { createMicrosoft } from './microsoft/microsoft.ts'
import type { Client, MirrorProvider, Provider } from './provider.ts'

/** The providers that a publisher can use: by a client of its own, else by that of the installation. */
export type PublisherProviders = Partial<Record<ProviderName, Provider>> & { google?: MirrorProvider }

/** The provider of a consent. `retired`: its publisher has replaced or removed the client. */
export interface GrantProvider {
  provider: Provider
  retired: boolean
}

export interface Providers {
  of(publisherId: number): Promise<PublisherProviders>
  /** Returns the provider by the client with which a consent was made; undefined if that is not here any more. */
  ofGrant(grant: Grant): Promise<GrantProvider | undefined>
  /** Returns the provider by credentials that are not stored yet. */
  by(name: ProviderName, credentials: Credentials): Provider
}

/**
 * `accountsKey`: by it accounts of publishers' own clients are hashed. Those of the installation's client are hashed by
 * its secret.
 */
export function createProviders(
  db: Db,
  config: Pick<Config, ProviderName>,
  accountsKey: string,
  now: () => number,
): Providers {
  // One for each client, since a provider keeps the order of the requests to an account.
  const made = new Map<string, Provider>()

  function create(name: ProviderName, client: Client): Provider {
    return name === 'google'
      ? createGoogle(config.google, client, now)
      : createMicrosoft(config.microsoft, client, now)
  }

  function provide(name: ProviderName, client: Client): Provider {
    const key = JSON.stringify([name, client])
    const known = made.get(key) ?? create(name, client)
    made.set(key, known)
    return known
  }

  function own(name: ProviderName, { clientId, clientSecret }: Credentials): Client {
    // Not by the secret: a new one of the same client does not change whose accounts they are.
    const accountKey = createHmac('sha256', accountsKey).update(`${name} ${clientId}`).digest('hex')
    return { clientId, clientSecret, isOwn: true, accountKey }
  }

  function ofInstallation(name: ProviderName): Provider | undefined {
    const { credentials } = config[name]
    return (
      credentials && provide(name, { ...credentials, isOwn: false, accountKey: credentials.clientSecret })
    )
  }

  return {
    async of(publisherId) {
      const ofPublisher = (await listCredentials(db, publisherId)).filter(
        ({ retiredAt }) => retiredAt === null,
      )
      const providers = PROVIDER_NAMES.map((name) => {
        const credentials = ofPublisher.find(({ provider }) => provider === name)
        return [name, credentials ? provide(name, own(name, credentials)) : ofInstallation(name)] as const
      })
      return Object.fromEntries(providers.filter(([, provider]) => provider))
    },

    async ofGrant({ publisherId, provider: name, clientId }) {
      if (clientId === null) {
        const provider = ofInstallation(name)
        return provider && { provider, retired: false }
      }
      const credentials = (await listCredentials(db, publisherId)).find(
        (one) => one.provider === name && one.clientId === clientId,
      )
      if (!credentials) return undefined
      return { provider: provide(name, own(name, credentials)), retired: credentials.retiredAt !== null }
    },

    by: (name, credentials) => create(name, own(name, credentials)),
  }
}

/** Names the providers in whose accounts subscribers may have a calendar written. */
export function namesOf(providers: PublisherProviders): ProviderName[] {
  return PROVIDER_NAMES.filter((name) => providers[name] !== undefined)
}
