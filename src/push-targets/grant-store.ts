import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PushGrantTable } from '../db/tables/push-target.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { Grant, GrantTokens } from './grant.ts'

export async function findGrant(db: Db, publisherId: number, id: string): Promise<Grant | undefined> {
  const row = await select(db, publisherId).where('id', '=', id).executeTakeFirst()
  return row && toGrant(db, row)
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
  await tx
    .insertInto('push_grant')
    .values({
      publisher_id: grant.publisherId,
      id: grant.id,
      provider: grant.provider,
      kind: grant.kind,
      subscriber_id: grant.link?.subscriberId ?? null,
      link_number: grant.link?.number ?? null,
      tokens: seal(tx, grant),
      scope: grant.scopes.join(' '),
      disconnected: grant.disconnected ? 1 : 0,
      ending: grant.ending ? 1 : 0,
      created: grant.created,
      last_ok_at: grant.lastOkAt,
    })
    .execute()
}

/** Stores the tokens, the scopes and the state of a grant. */
export async function updateGrant(db: Db, grant: Grant): Promise<void> {
  await db
    .updateTable('push_grant')
    .set({
      tokens: seal(db, grant),
      scope: grant.scopes.join(' '),
      disconnected: grant.disconnected ? 1 : 0,
      ending: grant.ending ? 1 : 0,
      last_ok_at: grant.lastOkAt,
    })
    .where('publisher_id', '=', grant.publisherId)
    .where('id', '=', grant.id)
    .execute()
}

export async function deleteGrant(
  db: Db,
  { publisherId, id }: Pick<Grant, 'publisherId' | 'id'>,
): Promise<void> {
  await db.deleteFrom('push_grant').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

function select(db: Db, publisherId: number) {
  return db.selectFrom('push_grant').selectAll().where('publisher_id', '=', publisherId)
}

function placeOf({ publisherId, id }: Pick<Grant, 'publisherId' | 'id'>) {
  return ['push_grant.tokens', publisherId, id]
}

function seal(db: Db, grant: Grant): string {
  return sealerOf(db).seal(placeOf(grant), JSON.stringify(grant.tokens))
}

function toGrant(db: Db, row: Selectable<PushGrantTable>): Grant {
  const key = { publisherId: row.publisher_id, id: row.id }
  const { subscriber_id: subscriberId, link_number: number } = row
  return {
    ...key,
    provider: row.provider,
    kind: row.kind,
    link: subscriberId === null || number === null ? null : { subscriberId, number },
    tokens: JSON.parse(sealerOf(db).open(placeOf(key), row.tokens)) as GrantTokens,
    scopes: row.scope.split(' '),
    disconnected: row.disconnected === 1,
    ending: row.ending === 1,
    created: row.created,
    lastOkAt: row.last_ok_at,
  }
}
