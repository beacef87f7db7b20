import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AlertRuleTable } from '../db/tables/alert.ts'
import { notFound } from '../errors.ts'
import type { Language } from '../words/index.ts'
import type { AlertRule, Channel, ToldKind } from './alert-rule.ts'

/** Lists a publisher's rules, the oldest first. */
export async function listRules(db: Db, publisherId: number): Promise<AlertRule[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('id')
    .execute()
  return rows.map(toRule)
}

export async function getRule(db: Db, publisherId: number, id: string): Promise<AlertRule> {
  const row = await db
    .selectFrom('alert_rule')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Rule', id)
  return toRule(row)
}

/** Lists the publishers that have an active rule; with an id, that one alone. */
export async function listAlertingPublishers(db: Db, publisherId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .select('publisher_id')
    .distinct()
    .where('active', '=', 1)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .orderBy('publisher_id')
    .execute()
  return rows.map((row) => row.publisher_id)
}

export async function insertRule(tx: Db, publisherId: number, rule: AlertRule): Promise<void> {
  await tx
    .insertInto('alert_rule')
    .values({ publisher_id: publisherId, id: rule.id, ...toColumns(rule), created: rule.created })
    .execute()
}

export async function updateRule(tx: Db, publisherId: number, rule: AlertRule): Promise<void> {
  await tx
    .updateTable('alert_rule')
    .set(toColumns(rule))
    .where('publisher_id', '=', publisherId)
    .where('id', '=', rule.id)
    .execute()
}

/** Deletes a rule, with the changes that wait to be told by it. */
export async function deleteRule(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('alert_rule').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
  await tx.deleteFrom('alert_due').where('publisher_id', '=', publisherId).where('rule_id', '=', id).execute()
}

/** Returns the revision up to which changes were searched for rules; undefined if there was no rule yet. */
export async function findFollowed(db: Db, publisherId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('alert_follower')
    .select('revision')
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst()
  return row?.revision
}

/** Stores the revision up to which changes are searched. Returns false if another process went on from `from`. */
export async function moveFollowed(tx: Db, publisherId: number, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_follower')
    .set({ revision: to })
    .where('publisher_id', '=', publisherId)
    .where('revision', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Begins to search after a revision, so that a new rule does not tell of what changed before it. */
export async function beginToFollow(tx: Db, publisherId: number, revision: number): Promise<void> {
  await tx
    .insertInto('alert_follower')
    .values({ publisher_id: publisherId, revision })
    .onConflict((conflict) =>
      conflict.column('publisher_id').doUpdateSet({ revision: sql<number>`${revision}` }),
    )
    .execute()
}

function toColumns(rule: AlertRule): Omit<Insertable<AlertRuleTable>, 'publisher_id' | 'id' | 'created'> {
  return {
    calendar_ids: rule.calendarIds && JSON.stringify(rule.calendarIds),
    kinds: rule.kinds.join(),
    least_move: rule.leastMove,
    within_hours: rule.withinHours,
    grace: rule.grace,
    quiet_from: rule.quietHours?.from ?? null,
    quiet_to: rule.quietHours?.to ?? null,
    daily_cap: rule.dailyCap,
    ask_above: rule.askAbove,
    channels: rule.channels.join(),
    language: rule.language,
    active: rule.active ? 1 : 0,
  }
}

function toRule(row: Selectable<AlertRuleTable>): AlertRule {
  const { quiet_from: from, quiet_to: to } = row
  return {
    id: row.id,
    calendarIds: row.calendar_ids === null ? null : (JSON.parse(row.calendar_ids) as string[]),
    kinds: row.kinds.split(',') as ToldKind[],
    leastMove: row.least_move,
    withinHours: row.within_hours,
    grace: row.grace,
    quietHours: from !== null && to !== null ? { from, to } : null,
    dailyCap: row.daily_cap,
    askAbove: row.ask_above,
    channels: row.channels.split(',') as Channel[],
    language: row.language as Language,
    active: row.active === 1,
    created: row.created,
  }
}
