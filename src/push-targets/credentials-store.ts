import type { Selectable } from 'kysely'
import type { Credentials } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { ProviderCredentialsTable } from '../db/tables/push-target.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { ProviderName } from './grant.ts'

/** A client of a publisher's own at a provider. Times are epoch ms. */
export interface OwnCredentials extends Credentials {
  publisherId: number
  provider: ProviderName
  /** Since then the secret is here. */
  since: number
  /** Replaced or removed: it only serves to end the consents that were made with it. */
  retiredAt: number | null
}

/** Lists a publisher's clients, those that are retired as well. */
export async function listCredentials(db: Db, publisherId: number): Promise<OwnCredentials[]> {
  const rows = await select(db, publisherId).execute()
  return rows.map((row) => toCredentials(db, row))
}

/** Lists the clients of all publishers that are in use, for the doctor. */
export async function listAllCredentials(db: Db, provider: ProviderName): Promise<OwnCredentials[]> {
  const rows = await db
    .selectFrom('provider_credentials')
    .selectAll()
    .where('provider', '=', provider)
    .where('retired_at', 'is', null)
    .orderBy('publisher_id')
    .execute()
  return rows.map((row) => toCredentials(db, row))
}

/** Finds the client with which people consent. */
export async function findCredentials(
  db: Db,
  publisherId: number,
  provider: ProviderName,
): Promise<OwnCredentials | undefined> {
  const row = await select(db, publisherId)
    .where('provider', '=', provider)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row && toCredentials(db, row)
}

/** Stores a client; one of the same id gets the new secret, and is in use again if it was retired. */
export async function saveCredentials(tx: Db, credentials: OwnCredentials): Promise<void> {
  const { publisherId, provider, clientId, clientSecret, since } = credentials
  const secret = sealerOf(tx).seal(placeOf(credentials), clientSecret)
  const stored = { client_secret: secret, since, retired_at: null }
  await tx
    .insertInto('provider_credentials')
    .values({ publisher_id: publisherId, provider, client_id: clientId, ...stored })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'provider', 'client_id']).doUpdateSet(stored))
    .execute()
}

export async function retireCredentials(
  tx: Db,
  { publisherId, provider, clientId }: OwnCredentials,
  now: number,
): Promise<void> {
  await tx
    .updateTable('provider_credentials')
    .set({ retired_at: now })
    .where('publisher_id', '=', publisherId)
    .where('provider', '=', provider)
    .where('client_id', '=', clientId)
    .execute()
}

/** Deletes the retired clients of a publisher with which no consent that lives was made. */
export async function deleteSpentCredentials(db: Db, publisherId: number): Promise<void> {
  // The lock: of two last consents that end at once, the later one sees that the earlier one has ended.
  await db
    .updateTable('provider_credentials')
    .set((eb) => ({ retired_at: eb.ref('retired_at') }))
    .where('publisher_id', '=', publisherId)
    .where('retired_at', 'is not', null)
    .execute()
  await db
    .deleteFrom('provider_credentials')
    .where('publisher_id', '=', publisherId)
    .where('retired_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('push_grant as g')
            .select('g.id')
            .where('g.publisher_id', '=', publisherId)
            .whereRef('g.provider', '=', 'provider_credentials.provider')
            .whereRef('g.client_id', '=', 'provider_credentials.client_id')
            .where('g.disconnected_at', 'is', null),
        ),
      ),
    )
    .execute()
}

function select(db: Db, publisherId: number) {
  return db.selectFrom('provider_credentials').selectAll().where('publisher_id', '=', publisherId)
}

type Key = Pick<OwnCredentials, 'publisherId' | 'provider' | 'clientId'>

function placeOf({ publisherId, provider, clientId }: Key) {
  return ['provider_credentials.client_secret', publisherId, provider, clientId]
}

function toCredentials(db: Db, row: Selectable<ProviderCredentialsTable>): OwnCredentials {
  const key = { publisherId: row.publisher_id, provider: row.provider, clientId: row.client_id }
  return {
    ...key,
    clientSecret: sealerOf(db).open(placeOf(key), row.client_secret),
    since: row.since,
    retiredAt: row.retired_at,
  }
}
