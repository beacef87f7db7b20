import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ProviderName } from './grant.ts'

/**
 * Counts the consents of a client: those in use, those that were found dead after `young` (ms), and those of publishers
 * without all of `rights`. `longest`: the longest time over which one gave tokens, in ms. `client`: a publisher's own;
 * undefined: the installation's.
 */
export async function summarizeGrants(
  db: Db,
  {
    provider,
    client,
    young,
    rights,
  }: {
    provider: ProviderName
    client: { publisherId: number; clientId: string } | undefined
    young: number
    rights: string[]
  },
): Promise<{ live: number; diedYoung: number; longest: number; cannotOpen: number }> {
  const ofProvider = db.selectFrom('push_grant').where('provider', '=', provider)
  const ofClient = client
    ? ofProvider.where('publisher_id', '=', client.publisherId).where('client_id', '=', client.clientId)
    : ofProvider.where('client_id', 'is', null)
  const lived = await ofClient
    .select(sql<number | string | null>`max(coalesce(last_ok_at, consented_at) - consented_at)`.as('longest'))
    .select(
      sql<number | string>`count(case when disconnected_at - consented_at >= ${young} then 1 end)`.as('died'),
    )
    .executeTakeFirstOrThrow()
  const living = await ofClient
    .select(['kind', 'scope'])
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('disconnected_at', 'is', null)
    .groupBy(['kind', 'scope'])
    .execute()
  const sum = (rows: typeof living) => rows.reduce((total, { count }) => total + Number(count), 0)
  const lacks = (scope: string) => !rights.every((right) => scope.split(' ').includes(right))
  return {
    live: sum(living),
    diedYoung: Number(lived.died),
    longest: Number(lived.longest ?? 0),
    cannotOpen: sum(living.filter(({ kind, scope }) => kind === 'mirror' && lacks(scope))),
  }
}
