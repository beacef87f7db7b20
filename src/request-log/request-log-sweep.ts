import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { hexTime } from './request-log-store.ts'

/** How long, and how many, requests of a publisher are kept. */
export interface Retention {
  ms: number
  /** The number of newest requests kept, whatever their status. */
  requests: number
  /** The number of newest refused and failed requests kept. */
  refused: number
}

const RETENTION: Retention = { ms: 7 * 86_400_000, requests: 150_000, refused: 50_000 }
const AT_ONCE = 500
const PAUSE_MS = 20

/**
 * Deletes requests older than 7 days, and the oldest ones of publishers with very many, successful ones
 * first.
 */
export async function sweepRequests(
  ctx: Pick<AppContext, 'db' | 'database' | 'now'>,
  signal: AbortSignal,
  retention = RETENTION,
): Promise<void> {
  const db = ctx.database.limits
  const old = hexTime(ctx.now() - retention.ms)
  await eachPublisher(ctx.db, signal, async (publisherId) => {
    await deleteUpTo(db, publisherId, old, () => true, signal)
    const refused = await newestToDelete(db, publisherId, retention.refused, true)
    const any = await newestToDelete(db, publisherId, retention.requests, false)
    const tooOld = (id: string, isRefused: boolean) => (isRefused ? id <= refused : id <= any)
    const highest = refused > any ? refused : any
    if (highest) await deleteUpTo(db, publisherId, highest, tooOld, signal)
  })
}

/**
 * Returns the id of the newest request beyond the newest `kept` ones, or an empty string if there is none.
 */
async function newestToDelete(
  db: Db,
  publisherId: number,
  kept: number,
  refusedOnly: boolean,
): Promise<string> {
  let query = db.selectFrom('request_log').select('id').where('publisher_id', '=', publisherId)
  if (refusedOnly) query = query.where('status', '>=', sql.lit(400))
  return (await query.orderBy('id', 'desc').offset(kept).limit(1).executeTakeFirst())?.id ?? ''
}

/** Deletes requests up to an id, in small steps so that other writes can run in between. */
async function deleteUpTo(
  db: Db,
  publisherId: number,
  highest: string,
  isExpired: (id: string, refused: boolean) => boolean,
  signal: AbortSignal,
): Promise<void> {
  for (let after = ''; !signal.aborted; await sleep(PAUSE_MS)) {
    const rows = await db
      .selectFrom('request_log')
      .select(['id', 'status'])
      .where('publisher_id', '=', publisherId)
      .where('id', '>', after)
      .where('id', '<=', highest)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const ids = rows.filter((row) => isExpired(row.id, row.status >= 400)).map((row) => row.id)
    if (ids.length > 0) {
      await db
        .deleteFrom('request_log')
        .where('publisher_id', '=', publisherId)
        .where(inList(db, 'id', ids))
        .execute()
    }
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
