import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { listPublisherIds } from './publisher-store.ts'
import { hexTime } from './request-log.ts'

/** What is kept of a publisher's requests. */
export interface Keeping {
  ms: number
  /** The newest ones, whatever became of them. */
  requests: number
  /** Beyond these, refused and failed ones only. */
  refused: number
}

const KEPT: Keeping = { ms: 7 * 86_400_000, requests: 150_000, refused: 50_000 }
const AT_ONCE = 500
const PAUSE_MS = 20

/** Forgets requests after 7 days, and the oldest of a publisher that makes very many, successes first. */
export async function sweepRequests(
  ctx: Pick<AppContext, 'db' | 'database' | 'now'>,
  signal: AbortSignal,
  kept = KEPT,
): Promise<void> {
  const db = ctx.database.limits
  const old = hexTime(ctx.now() - kept.ms)
  for (const publisherId of await listPublisherIds(ctx.db)) {
    await deleteUpTo(db, publisherId, old, () => true, signal)
    const refused = await newest(db, publisherId, kept.refused, true)
    const any = await newest(db, publisherId, kept.requests, false)
    const tooOld = (id: string, isRefused: boolean) => (isRefused ? id <= refused : id <= any)
    const highest = refused > any ? refused : any
    if (highest) await deleteUpTo(db, publisherId, highest, tooOld, signal)
  }
}

/** The id of the newest request that is one too many; empty: there are not so many. */
async function newest(db: Db, publisherId: number, most: number, refusedOnly: boolean): Promise<string> {
  let query = db.selectFrom('request_log').select('id').where('publisher_id', '=', publisherId)
  if (refusedOnly) query = query.where('status', '>=', sql.lit(400))
  return (await query.orderBy('id', 'desc').offset(most).limit(1).executeTakeFirst())?.id ?? ''
}

/** Deletes requests up to an id, in small steps that let others write in between. */
async function deleteUpTo(
  db: Db,
  publisherId: number,
  highest: string,
  isToGo: (id: string, refused: boolean) => boolean,
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
    const ids = rows.filter((row) => isToGo(row.id, row.status >= 400)).map((row) => row.id)
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
