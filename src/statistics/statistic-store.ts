import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { getTimezone } from '../publishers/publisher-store.ts'
import { type Count, isDetail, type Statistic, type StatisticName, statisticsOf } from './statistic.ts'

/** The tables of statistics. */
export const STATISTIC_TABLES = ['daily_statistic', 'daily_detail'] as const
type StatisticTable = (typeof STATISTIC_TABLES)[number]
const ROWS_AT_ONCE = 500

/** Adds counts to the statistics of the publisher's days. */
export async function addCounts(tx: Db, publisherId: number, counts: Count[]): Promise<void> {
  if (counts.length === 0) return
  await addToStatistics(tx, publisherId, statisticsOf(await getTimezone(tx, publisherId), counts))
}

/** Adds values to statistics, each of which has a name and a day of its own. */
export async function addToStatistics(tx: Db, publisherId: number, statistics: Statistic[]): Promise<void> {
  // In a fixed order, so that two processes can't deadlock.
  const inOrder = statistics.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const [totals, details] = [inOrder.filter(({ name }) => !isDetail(name)), inOrder.filter(isOfDetail)]
  await addTo(tx, 'daily_statistic', publisherId, totals)
  await addTo(tx, 'daily_detail', publisherId, details)
}

async function addTo(tx: Db, table: StatisticTable, publisherId: number, all: Statistic[]): Promise<void> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const rows = all.slice(from, from + ROWS_AT_ONCE)
    await tx
      .insertInto(table)
      .values(rows.map(({ name, day, value }) => ({ publisher_id: publisherId, name, day, value })))
      .onConflict((conflict) =>
        conflict
          .columns(['publisher_id', 'name', 'day'])
          .doUpdateSet({ value: sql`${sql.ref(`${table}.value`)} + excluded.value` }),
      )
      .execute()
  }
}

function isOfDetail({ name }: Statistic): boolean {
  return isDetail(name)
}

/** Deletes the statistics of all days before one, but for those of the first days of months. Returns them. */
export async function takeDaysBefore(
  tx: Db,
  publisherId: number,
  table: StatisticTable,
  day: string,
): Promise<Statistic[]> {
  const rows = await tx
    .deleteFrom(table)
    .where('publisher_id', '=', publisherId)
    .where('day', '<', day)
    .where(sql<boolean>`substr(day, 9) <> '01'`)
    .returning(['name', 'day', 'value'])
    .execute()
  return rows.map((row) => ({ ...row, name: row.name as StatisticName }))
}

/** The statistics of a day and all later days, without details. */
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

/** Returns the sums of details whose names begin with a prefix, from one day to another, both included. */
export async function sumDetails(
  db: Db,
  publisherId: number,
  prefix: string,
  { from, to }: { from: string; to: string },
  /** Only the highest. */
  limit?: number,
): Promise<{ name: string; value: number }[]> {
  const sums = db
    .selectFrom('daily_detail')
    .select(['name', (eb) => eb.fn.sum<number | string>('value').as('total')])
    .where('publisher_id', '=', publisherId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where(sql<boolean>`substr(name, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .groupBy('name')
  const query = limit === undefined ? sums : sums.orderBy('total', 'desc').orderBy('name').limit(limit)
  return (await query.execute()).map(({ name, total }) => ({ name, value: Number(total) }))
}

function placeOf({ name, day }: Statistic): string {
  return `${name} ${day}`
}
