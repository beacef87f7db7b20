import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** At most `requests` in a window of `lengthMs`, which opens with the first request after the last one closed. */
export interface Limit {
  requests: number
  lengthMs: number
}

/** Where a caller stands within its limit. */
export interface Allowance {
  allowed: boolean
  /** Requests left in this window. */
  remaining: number
  /** Milliseconds until the window closes. */
  resetMs: number
}

/**
 * So far may a window seem to open in the future: another process may have looked at the clock a moment later
 * and come first all the same, or another machine's clock may be ahead.
 */
export const AHEAD_MS = 10_000

/**
 * Counts a request of `name` against a limit, in one statement, so that the limit holds over all processes
 * that share the database. A window that seems to open far in the future is one from before the clock was set
 * back: it counts as closed.
 */
export async function countRequest(
  db: Db,
  publisherId: number,
  name: string,
  limit: Limit,
  now: number,
): Promise<Allowance> {
  const closed = sql<boolean>`request_window.opened_at <= ${now - limit.lengthMs} or request_window.opened_at > ${now + AHEAD_MS}`
  const row = await db
    .insertInto('request_window')
    .values({ publisher_id: publisherId, name, opened_at: now, requests: 1 })
    .onConflict((conflict) =>
      conflict.columns(['publisher_id', 'name']).doUpdateSet({
        opened_at: sql<number>`case when ${closed} then ${now} else request_window.opened_at end`,
        requests: sql<number>`case when ${closed} then 1 else request_window.requests + 1 end`,
      }),
    )
    .returning(['opened_at', 'requests'])
    .executeTakeFirstOrThrow()
  return {
    allowed: row.requests <= limit.requests,
    remaining: Math.max(0, limit.requests - row.requests),
    resetMs: row.opened_at + limit.lengthMs - now,
  }
}

/** Forgets windows that closed long ago. */
export async function deleteOldWindows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('request_window').where('opened_at', '<', before).execute()
}
