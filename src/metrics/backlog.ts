import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Deliveries, and what waits for alerts, are counted up to this number. */
export const MOST_COUNTED = 50_000
const MOST_ERASURES = 1000

/** Pending work of all publishers. */
export interface Backlog {
  /** Waiting deliveries of active callbacks, counted up to `MOST_COUNTED`. */
  deliveries: number
  /** Milliseconds since the oldest of them was due; 0 if none is late. */
  oldestDueMs: number
  /** Erased subscribers with data that is still to be deleted. */
  erasures: number
  /** Changed events that wait for the time at which rules tell of them, counted up to `MOST_COUNTED`. */
  alertsDue: number
  /** Recipients of alerts that are being sent who wait for their turn, counted up to `MOST_COUNTED`. */
  alertRecipients: number
}

/**
 * Reads only indexes of waiting rows. The oldest one is looked up for each callback, so it is correct even if
 * the count is not. Deliveries of a disabled callback wait until it is enabled.
 */
export async function readBacklog(db: Db, now: number): Promise<Backlog> {
  const { rows } = await sql<{
    deliveries: number | string
    oldest: number | null
    erasures: number | string
    alerts_due: number | string
    alert_recipients: number | string
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
        select 1 as one from erased_subscriber where done = 0 limit ${sql.lit(MOST_ERASURES)}) going) as erasures,
      (select count(*) from (
        select 1 as one from alert_due limit ${sql.lit(MOST_COUNTED)}) due) as alerts_due,
      (select count(*) from (
        select 1 as one from alert a
        join alert_recipient r on r.publisher_id = a.publisher_id and r.alert_id = a.id and r.state = 'waiting'
        where a.state = 'sending' limit ${sql.lit(MOST_COUNTED)}) told) as alert_recipients
    `.execute(db)
  const { deliveries, oldest, erasures, alerts_due, alert_recipients } = rows[0]!
  return {
    deliveries: Number(deliveries),
    oldestDueMs: oldest === null ? 0 : Math.max(0, now - Number(oldest)),
    erasures: Number(erasures),
    alertsDue: Number(alerts_due),
    alertRecipients: Number(alert_recipients),
  }
}
