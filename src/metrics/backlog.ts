import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Deliveries are counted up to here: a queue that is longer is too long by any measure. */
export const MOST_COUNTED = 50_000
const MOST_ERASURES = 1000

/** What waits to be done, over all publishers. */
export interface Backlog {
  /** Deliveries waiting for callbacks that are on, counted up to `MOST_COUNTED`. */
  deliveries: number
  /** Milliseconds since the oldest of them was due; 0: nothing is late. */
  oldestDueMs: number
  /** Erased persons of whom something is still to go. */
  erasures: number
}

/**
 * Reads it by indexes of what waits, however much was delivered. The oldest is looked for at each callback, so it is
 * right also where the count is not. What waits for a callback that is off waits for somebody to switch it on.
 */
export async function readBacklog(db: Db, now: number): Promise<Backlog> {
  const { rows } = await sql<{
    deliveries: number | string
    oldest: number | null
    erasures: number | string
  }>`
    select
      (select count(*) from (
        select 1 as one from callback c
        join delivery d on d.publisher_id = c.publisher_id and d.callback_id = c.id and d.state = 'waiting'
        where c.active = 1 limit ${sql.lit(MOST_COUNTED)}) waiting) as deliveries,
      (select min((
        select d.due_at from delivery d
        where d.publisher_id = c.publisher_id and d.callback_id = c.id and d.state = 'waiting'
        order by d.due_at limit 1))
      from callback c where c.active = 1) as oldest,
      (select count(*) from (
        select 1 as one from erased_subscriber where done = 0 limit ${sql.lit(MOST_ERASURES)}) going) as erasures
    `.execute(db)
  const { deliveries, oldest, erasures } = rows[0]!
  return {
    deliveries: Number(deliveries),
    oldestDueMs: oldest === null ? 0 : Math.max(0, now - Number(oldest)),
    erasures: Number(erasures),
  }
}
