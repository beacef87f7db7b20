import { existsSync } from 'node:fs'
import { openQuietly } from '../backup/after-restore.ts'
import type { Config, Credentials } from '../config.ts'
import type { AppContext } from '../context.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { listAllCredentials } from '../push-targets/credentials-store.ts'
import type { ProviderName } from '../push-targets/grant.ts'
import type { Outcome } from './check.ts'

/** A client at a provider, and whose it is. */
export interface CheckedClient {
  credentials: Credentials
  /** Undefined: the installation's. */
  publisher: { id: number; company: string } | undefined
}

/** Opens the database for a check; undefined if there is none, or none that opens: the check of the database tells. */
export async function openForCheck(config: Config): Promise<AppContext | undefined> {
  const { db } = config
  if (db.kind === 'sqlite' && !existsSync(db.file)) return undefined
  return openQuietly(config).catch(() => undefined)
}

/** Lists the clients at a provider: the installation's, and those of publishers. */
export async function listClients(
  config: Config,
  ctx: AppContext | undefined,
  name: ProviderName,
): Promise<CheckedClient[]> {
  const { credentials } = config[name]
  const clients: CheckedClient[] = credentials ? [{ credentials, publisher: undefined }] : []
  for (const own of ctx ? await listAllCredentials(ctx.db, name) : []) {
    const { id, company } = await getPublisher(ctx!.db, own.publisherId)
    clients.push({ credentials: own, publisher: { id, company } })
  }
  return clients
}

/** Names the publisher in the outcomes about its own client. */
export function ofClient({ publisher }: CheckedClient, outcomes: Outcome[]): Outcome[] {
  if (!publisher) return outcomes
  return outcomes.map((outcome) => ({
    ...outcome,
    text: `publisher ${publisher.id}, ${publisher.company}: ${outcome.text}`,
  }))
}
