import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Statistic, statisticDay, type StatisticName } from './statistic.ts'

/**
 * Counts a new subscriber, or one who came back. Call it in the same transaction, which holds the publisher's
 * revision, so that the sum is exact.
 */
export async function countJoined(tx: Db, publisherId: number, at: number): Promise<void> {
  await addToStatistics(tx, publisherId, [{ name: 'joined', day: statisticDay(at), value: 1 }])
}

/**
 * Counts active subscribers who unsubscribed or were erased. Call it in the same transaction, which holds the
 * publisher's revision. Don't count subscribers who were inactive before.
 */
export async function countLeft(tx: Db, publisherId: number, at: number, subscribers = 1): Promise<void> {
  await addToStatistics(tx, publisherId, [{ name: 'left', day: statisticDay(at), value: subscribers }])
}

/** Adds values to statistics. */
export async function addToStatistics(tx: Db, publisherId: number, statistics: Statistic[]): Promise<void> {
  // In a fixed order, so that two processes can't deadlock.
  for (const { name, day, value } of statistics.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
    await tx
      .insertInto('daily_statistic')
      .values({ publisher_id: publisherId, name, day, value })
      .onConflict((conflict) =>
        conflict
          .columns(['publisher_id', 'name', 'day'])
          .doUpdateSet({ value: sql`daily_statistic.value + excluded.value` }),
      )
      .execute()
  }
}

/** The statistics of a day and all later days. */
export async function listStatistics(db: Db, publisherId: number, from: string): Promise<Statistic[]> {
  const rows = await db
    .selectFrom('daily_statistic')
    .select(['name', 'day', 'value'])
    .where('publisher_id', '=', publisherId)
    .where('day', '>=', from)
    .execute()
  return rows.map((row) => ({ ...row, name: row.name as StatisticName }))
}

/** The number of active subscribers at the beginning of a day. */
export async function subscribersBefore(db: Db, publisherId: number, day: string): Promise<number> {
  const { subscribers } = await db
    .selectFrom('daily_statistic')
    .select(
      sql<number | string | null>`sum(case when name = 'joined' then value else -value end)`.as(
        'subscribers',
      ),
    )
    .where('publisher_id', '=', publisherId)
    .where('name', 'in', ['joined', 'left'])
    .where('day', '<', day)
    .executeTakeFirstOrThrow()
  return Number(subscribers)
}

function placeOf({ name, day }: Statistic): string {
  return `${name} ${day}`
}
