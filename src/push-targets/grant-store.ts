import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PushGrantTable } from '../db/tables/push-target.ts'
import { sealerOf } from '../seal/sealer.ts'
import { deleteSpentCredentials } from './credentials-store.ts'
import type { Grant, GrantTokens } from './grant.ts'

export async function findGrant(db: Db, publisherId: number, id: string): Promise<Grant | undefined> {
  const row = await select(db, publisherId).where('id', '=', id).executeTakeFirst()
  return row && toGrant(db, row)
}

/** Finds a grant and locks it until the end of the transaction. */
export async function lockGrant(tx: Db, publisherId: number, id: string): Promise<Grant | undefined> {
  const row = await tx
    .updateTable('push_grant')
    .set((eb) => ({ ending: eb.ref('ending') }))
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toGrant(tx, row)
}

/** Finds the publisher's own account for mirrors; one that ends counts no more. */
export async function findMirrorGrant(db: Db, publisherId: number): Promise<Grant | undefined> {
  const row = await select(db, publisherId)
    .where('kind', '=', 'mirror')
    .where('ending', '=', 0)
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toGrant(db, row)
}

/** Finds the grant of a subscriber's link. */
export async function findLinkGrant(
  db: Db,
  publisherId: number,
  subscriberId: string,
  number: number,
): Promise<Grant | undefined> {
  const row = await select(db, publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('link_number', '=', number)
    .executeTakeFirst()
  return row && toGrant(db, row)
}

export async function insertGrant(tx: Db, grant: Grant): Promise<void> {
  await tx.insertInto('push_grant').values(toRow(tx, grant)).execute()
}

/** Stores a grant as it is now. Only for its owner's doing: it overwrites what a turn stores beside it. */
export async function updateGrant(tx: Db, grant: Grant): Promise<void> {
  const { publisher_id: _p, id: _i, created: _c, ...values } = toRow(tx, grant)
  await ofGrant(tx, grant).set(values).execute()
}

/** Stores new tokens and the account of the same consent. Nothing happens if there is another consent now. */
export async function storeTokens(db: Db, grant: Grant): Promise<void> {
  const { tokens, account, last_ok_at } = toRow(db, grant)
  await ofConsent(db, grant).set({ tokens, account, last_ok_at }).execute()
}

/** Marks a consent as over. Returns false if it was already, or if there is another consent now. */
export async function markDisconnected(db: Db, grant: Grant, now: number): Promise<boolean> {
  const { numUpdatedRows } = await ofConsent(db, grant)
    .set({ disconnected_at: now })
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  if (grant.clientId !== null) await deleteSpentCredentials(db, grant.publisherId)
  return numUpdatedRows > 0n
}

/**
 * Returns whether another consent of the same account with the same client is in use, of any publisher. Revoking one ends
 * all of them: the provider knows an account and a client, and no publishers. With another client an account has another
 * hash.
 */
export async function isAccountShared(db: Db, { publisherId, id, account }: Grant): Promise<boolean> {
  if (account === null) return false
  const other = await db
    .selectFrom('push_grant as g')
    .select('g.id')
    .where('g.account', '=', account)
    .where('g.disconnected_at', 'is', null)
    .where((eb) => eb.or([eb('g.publisher_id', '<>', publisherId), eb('g.id', '<>', id)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('g.kind', '=', 'mirror'), eb('g.ending', '=', 0)]),
        eb.exists(
          eb
            .selectFrom('push_target as t')
            .select('t.id')
            .whereRef('t.publisher_id', '=', 'g.publisher_id')
            .whereRef('t.grant_id', '=', 'g.id')
            .where((eb) =>
              eb.or([eb('t.remote_calendar_id', 'is not', null), eb('t.state', '=', 'linking')]),
            ),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Lists the accounts of the owner's other consents of the same client that are in use; null: unknown yet. */
export async function listOtherAccounts(
  db: Db,
  { publisherId, id, provider, clientId, kind, link }: Grant,
): Promise<(string | null)[]> {
  const rows = await select(db, publisherId)
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .where('subscriber_id', link ? '=' : 'is', link?.subscriberId ?? null)
    .where('id', '<>', id)
    .where('disconnected_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('push_target as t')
          .select('t.id')
          .whereRef('t.publisher_id', '=', 'push_grant.publisher_id')
          .whereRef('t.grant_id', '=', 'push_grant.id')
          .where('t.state', 'in', ['linking', 'active']),
      ),
    )
    .execute()
  return rows.map(({ account }) => account)
}

export async function deleteGrant(db: Db, { publisherId, id, clientId }: Grant): Promise<void> {
  await db.deleteFrom('push_grant').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
  if (clientId !== null) await deleteSpentCredentials(db, publisherId)
}

function select(db: Db, publisherId: number) {
  return db.selectFrom('push_grant').selectAll().where('publisher_id', '=', publisherId)
}

function ofGrant(db: Db, { publisherId, id }: Grant) {
  return db.updateTable('push_grant').where('publisher_id', '=', publisherId).where('id', '=', id)
}

function ofConsent(db: Db, grant: Grant) {
  return ofGrant(db, grant).where('consented_at', '=', grant.consentedAt)
}

function placeOf({ publisherId, id }: Pick<Grant, 'publisherId' | 'id'>) {
  return ['push_grant.tokens', publisherId, id]
}

function seal(db: Db, grant: Grant): string {
  return sealerOf(db).seal(placeOf(grant), JSON.stringify(grant.tokens))
}

function toRow(db: Db, grant: Grant) {
  return {
    publisher_id: grant.publisherId,
    id: grant.id,
    provider: grant.provider,
    client_id: grant.clientId,
    kind: grant.kind,
    subscriber_id: grant.link?.subscriberId ?? null,
    link_number: grant.link?.number ?? null,
    tokens: seal(db, grant),
    scope: grant.scopes.join(' '),
    account: grant.account,
    ending: grant.ending ? 1 : 0,
    created: grant.created,
    consented_at: grant.consentedAt,
    disconnected_at: grant.disconnectedAt,
    last_ok_at: grant.lastOkAt,
  }
}

function toGrant(db: Db, row: Selectable<PushGrantTable>): Grant {
  const key = { publisherId: row.publisher_id, id: row.id }
  const { subscriber_id: subscriberId, link_number: number } = row
  return {
    ...key,
    provider: row.provider,
    clientId: row.client_id,
    kind: row.kind,
    link: subscriberId === null || number === null ? null : { subscriberId, number },
    tokens: JSON.parse(sealerOf(db).open(placeOf(key), row.tokens)) as GrantTokens,
    scopes: row.scope.split(' '),
    account: row.account,
    ending: row.ending === 1,
    created: row.created,
    consentedAt: row.consented_at,
    disconnectedAt: row.disconnected_at,
    lastOkAt: row.last_ok_at,
  }
}
