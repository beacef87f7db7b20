import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertAll } from '../db/insert-many.ts'
import type { FeedRedirectTable } from '../db/tables/feed-redirect.ts'

const DIRECTORY_COLUMNS = { kind: 'text', key: 'text', publisher_id: 'integer' } as const
const COLUMNS = {
  publisher_id: 'integer',
  key: 'text',
  kind: 'text',
  target_id: 'text',
  generation: 'integer',
  created: 'bigint',
} as const

/** An old feed address, by its key, and whose feed it leads to. */
export interface Redirect {
  key: string
  kind: FeedRedirectTable['kind']
  targetId: string
  /** The generation of the subscriber's links it leads to: an address from before a rotation stays cut off. */
  generation: number
  /** Epoch milliseconds. */
  created: number
}

export async function findRedirect(db: Db, publisherId: number, key: string): Promise<Redirect | undefined> {
  const [row] = await listRedirectsByKey(db, publisherId, [key])
  return row
}

export async function listRedirectsByKey(db: Db, publisherId: number, keys: string[]): Promise<Redirect[]> {
  const rows = await selectRedirects(db, publisherId)
    .where(inList(db, 'key', keys))
    .execute()
  return rows.map(toRedirect)
}

/** Up to `limit` after a key, in the order of the keys. */
export async function listRedirects(
  db: Db,
  publisherId: number,
  after: string,
  limit: number,
): Promise<Redirect[]> {
  const rows = await selectRedirects(db, publisherId)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(toRedirect)
}

/** Whose each of these keys is; those that are nobody's are left out. */
export async function listOwners(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('directory')
    .select(['key', 'publisher_id'])
    .where('kind', '=', 'feed-address')
    .where(inList(db, 'key', keys))
    .execute()
  return new Map(rows.map((row) => [row.key, row.publisher_id]))
}

/** Stores addresses that nobody has yet; of two transactions at once that want the same one, one fails. */
export async function insertRedirects(tx: Db, publisherId: number, redirects: Redirect[]): Promise<void> {
  const owned = redirects.map(({ key }) => ['feed-address', key, publisherId])
  await insertAll(tx, 'directory', DIRECTORY_COLUMNS, owned)
  const rows = redirects.map(({ key, kind, targetId, generation, created }) => [
    publisherId,
    key,
    kind,
    targetId,
    generation,
    created,
  ])
  await insertAll(tx, 'feed_redirect', COLUMNS, rows)
}

/** Removes addresses by key; tells how many there were. */
export async function deleteRedirects(tx: Db, publisherId: number, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('feed_redirect')
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'key', keys))
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('directory')
    .where('kind', '=', 'feed-address')
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'key', keys))
    .execute()
  return Number(numDeletedRows)
}

/** Removes all old addresses of a subscriber or calendar. */
export async function deleteRedirectsTo(tx: Db, publisherId: number, targetId: string): Promise<void> {
  const rows = await selectRedirects(tx, publisherId).where('target_id', '=', targetId).execute()
  await deleteRedirects(
    tx,
    publisherId,
    rows.map((row) => row.key),
  )
}

function selectRedirects(db: Db, publisherId: number) {
  return db
    .selectFrom('feed_redirect')
    .select(['key', 'kind', 'target_id', 'generation', 'created'])
    .where('publisher_id', '=', publisherId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRedirects>['executeTakeFirstOrThrow']>>

function toRedirect({ key, kind, target_id, generation, created }: Row): Redirect {
  return { key, kind, targetId: target_id, generation, created }
}
