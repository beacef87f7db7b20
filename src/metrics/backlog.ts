import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Deliveries, and what waits for alerts, are counted up to this number. */
export const MOST_COUNTED = 50_000
const MOST_ERASURES = 1000

/** Pending work of one publisher, or of all. */
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

export const NO_BACKLOG: Backlog = {
  ...{ deliveries: 0, oldestDueMs: 0, erasures: 0, alertsDue: 0, alertRecipients: 0 },
}

/** Returns the backlog of the publishers of both. */
export function addBacklogs(one: Backlog, other: Backlog): Backlog {
  return {
    deliveries: Math.min(one.deliveries + other.deliveries, MOST_COUNTED),
    oldestDueMs: Math.max(one.oldestDueMs, other.oldestDueMs),
    erasures: one.erasures + other.erasures,
    alertsDue: Math.min(one.alertsDue + other.alertsDue, MOST_COUNTED),
    alertRecipients: Math.min(one.alertRecipients + other.alertRecipients, MOST_COUNTED),
  }
}

/**
 * Reads only indexes of waiting rows, of one publisher, or of all. The oldest one is looked up for each callback, so it is
 * correct even if the count is not. Deliveries of a disabled callback wait until it is enabled.
 */
export async function readBacklog(db: Db, now: number, publisherId?: number): Promise<Backlog> {
  const ownIn = (alias: string) =>
    publisherId === undefined ? sql`true` : sql`${sql.ref(`${alias}.publisher_id`)} = ${publisherId}`
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
        where c.active = 1 and ${ownIn('c')} limit ${sql.lit(MOST_COUNTED)}) waiting) as deliveries,
      (select min((
        select d.due_at from delivery d
        where d.publisher_id = c.publisher_id and d.callback_id = c.id and d.state = 'waiting'
        order by d.due_at limit 1))
      from callback c where c.active = 1 and ${ownIn('c')}) as oldest,
      (select count(*) from (
        select 1 as one from erased_subscriber e
        where e.done = 0 and ${ownIn('e')} limit ${sql.lit(MOST_ERASURES)}) going) as erasures,
      (select count(*) from (
        select 1 as one from alert_due u where ${ownIn('u')} limit ${sql.lit(MOST_COUNTED)}) due) as alerts_due,
      (select count(*) from (
        select 1 as one from alert a
        join alert_recipient r on r.publisher_id = a.publisher_id and r.alert_id = a.id and r.state = 'waiting'
        where a.state = 'sending' and ${ownIn('a')} limit ${sql.lit(MOST_COUNTED)}) told) as alert_recipients
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
