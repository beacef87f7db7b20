import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AlertTopic } from './alert.ts'

/** A changed event that a rule tells of at a time. */
export interface DueTopic extends AlertTopic {
  ruleId: string
  /** Epoch ms. */
  dueAt: number
}

/** Stores when changed events are told. One that waits already is told no later than before. */
export async function insertDue(tx: Db, publisherId: number, topics: DueTopic[]): Promise<void> {
  for (const { calendarId, eventId, ruleId, dueAt } of topics)
    await tx
      .insertInto('alert_due')
      .values({
        ...{ publisher_id: publisherId, calendar_id: calendarId, event_id: eventId },
        ...{ rule_id: ruleId, due_at: dueAt },
      })
      .onConflict((conflict) =>
        conflict.columns(['publisher_id', 'calendar_id', 'event_id']).doUpdateSet({
          due_at: sql<number>`case when ${sql.ref('alert_due.due_at')} < ${dueAt}
            then ${sql.ref('alert_due.due_at')} else ${dueAt} end`,
        }),
      )
      .execute()
}

/** Takes the events out that are due, so that nobody else tells of them. */
export async function takeDue(tx: Db, publisherId: number, now: number): Promise<DueTopic[]> {
  const rows = await tx
    .deleteFrom('alert_due')
    .where('publisher_id', '=', publisherId)
    .where('due_at', '<=', now)
    .returning(['calendar_id', 'event_id', 'rule_id', 'due_at'])
    .execute()
  return rows.map((row) => ({
    calendarId: row.calendar_id,
    eventId: row.event_id,
    ruleId: row.rule_id,
    dueAt: row.due_at,
  }))
}

/** Lists the publishers of whom an event is due; with an id, that one alone. */
export async function listDuePublishers(db: Db, now: number, publisherId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alert_due')
    .select('publisher_id')
    .distinct()
    .where('due_at', '<=', now)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
  return rows.map((row) => row.publisher_id)
}
