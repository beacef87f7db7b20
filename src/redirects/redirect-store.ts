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

/** A redirect from an old feed address, identified by its key. */
export interface Redirect {
  key: string
  kind: FeedRedirectTable['kind']
  targetId: string
  /** The number of the subscriber's link that it leads to, and ends with; 0 for a calendar. */
  generation: number
  /** Epoch ms. */
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

/** Up to `limit` redirects after a key, sorted by key. */
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

/** The publisher of each key. Unknown keys are left out. */
export async function listOwners(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('directory')
    .select(['key', 'publisher_id'])
    .where('kind', '=', 'feed-address')
    .where(inList(db, 'key', keys))
    .execute()
  return new Map(rows.map((row) => [row.key, row.publisher_id]))
}

/** Stores new redirects. If two transactions insert the same key, one fails. */
export async function insertRedirects(tx: Db, publisherId: number, redirects: Redirect[]): Promise<void> {
  const owned = redirects.map(({ key }) => ({
    kind: 'feed-address' as const,
    key,
    publisher_id: publisherId,
  }))
  await insertAll(tx, 'directory', DIRECTORY_COLUMNS, owned)
  const rows = redirects.map(({ targetId, ...redirect }) => ({
    publisher_id: publisherId,
    target_id: targetId,
    ...redirect,
  }))
  await insertAll(tx, 'feed_redirect', COLUMNS, rows)
}

/** Deletes redirects by key; returns their number. */
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

/** Deletes all redirects to a subscriber or calendar. */
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
