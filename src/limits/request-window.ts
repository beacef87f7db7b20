import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * At most `requests` in a window of `lengthMs`. A window opens with the first request after the previous one
 * closed.
 */
export interface Limit {
  requests: number
  lengthMs: number
}

/** The result of counting a request. */
export interface Allowance {
  allowed: boolean
  /** Requests left in this window. */
  remaining: number
  /** Milliseconds until the window closes. */
  resetMs: number
}

/**
 * How far in the future a window may open and still count as open: a process that read the clock later may
 * have written first, or the clock of another machine may be ahead.
 */
export const AHEAD_MS = 10_000

/**
 * Counts a request of `name` against a limit. A single statement, so that the limit holds across all
 * processes that share the database. A window that opens far in the future dates from before the clock was
 * set back: it counts as closed.
 */
export async function countRequest(
  db: Db,
  publisherId: number,
  name: string,
  limit: Limit,
  now: number,
): Promise<Allowance> {
  return (await countRequests(db, publisherId, [name], limit, now))[0]!
}

/** Counts a request of several different names, each against the limit. */
export async function countRequests(
  db: Db,
  publisherId: number,
  names: string[],
  limit: Limit,
  now: number,
): Promise<Allowance[]> {
  const closed = sql<boolean>`request_window.opened_at <= ${now - limit.lengthMs} or request_window.opened_at > ${now + AHEAD_MS}`
  // In a fixed order, so that two statements can't deadlock.
  const values = names
    .toSorted()
    .map((name) => ({ publisher_id: publisherId, name, opened_at: now, requests: 1 }))
  const rows = await db
    .insertInto('request_window')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['publisher_id', 'name']).doUpdateSet({
        opened_at: sql<number>`case when ${closed} then ${now} else request_window.opened_at end`,
        requests: sql<number>`case when ${closed} then 1 else request_window.requests + 1 end`,
      }),
    )
    .returning(['name', 'opened_at', 'requests'])
    .execute()
  return names.map((name) => {
    const row = rows.find((one) => one.name === name)!
    return {
      allowed: row.requests <= limit.requests,
      remaining: Math.max(0, limit.requests - row.requests),
      resetMs: row.opened_at + limit.lengthMs - now,
    }
  })
}

/** Deletes windows opened before `before` (epoch milliseconds): of one publisher, or of all. */
export async function deleteOldWindows(db: Db, before: number, publisherId?: number): Promise<void> {
  await db
    .deleteFrom('request_window')
    .where('opened_at', '<', before)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
}
