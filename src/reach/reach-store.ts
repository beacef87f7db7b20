import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type ColumnType, insertAll } from '../db/insert-many.ts'
import type { ChangeReachTable } from '../db/tables/event-change.ts'
import { AT_ONCE } from '../sweep.ts'
import type { ApplicationReach, ChangeKey, Reach } from './reach.ts'

/** The reach of a change when it was counted (epoch ms). */
export type CountedReach = ChangeKey & Reach & { countedAt: number }

const COLUMNS: Record<keyof ChangeReachTable, ColumnType> = {
  publisher_id: 'integer',
  revision: 'bigint',
  calendar_id: 'text',
  at: 'bigint',
  active: 'integer',
  reached: 'integer',
  partly: 'integer',
  silent: 'integer',
  applications: 'text',
}

export async function insertReach(db: Db, publisherId: number, counted: CountedReach[]): Promise<void> {
  await insertAll(
    db,
    'change_reach',
    COLUMNS,
    counted.map(({ revision, calendarId, countedAt, active, reached, partly, silent, applications }) => ({
      ...{ publisher_id: publisherId, revision, calendar_id: calendarId, at: countedAt },
      ...{ active, reached, partly, silent, applications: JSON.stringify(applications) },
    })),
  )
}

/** Returns the last kept reach of each change of these revisions. */
export async function findLastReach(
  db: Db,
  publisherId: number,
  revisions: number[],
): Promise<CountedReach[]> {
  if (revisions.length === 0) return []
  const rows = await db
    .selectFrom('change_reach')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('revision', 'in', revisions)
    .orderBy('at')
    .execute()
  return [...new Map(rows.map(toReach).map((counted) => [keyOf(counted), counted])).values()]
}

/** Lists how the reach of a change grew, the oldest count first. */
export async function listReach(
  db: Db,
  publisherId: number,
  { revision, calendarId }: ChangeKey,
): Promise<CountedReach[]> {
  const rows = await db
    .selectFrom('change_reach')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('revision', '=', revision)
    .where('calendar_id', '=', calendarId)
    .orderBy('at')
    .execute()
  return rows.map(toReach)
}

/** Deletes up to `AT_ONCE` counts of changes before a revision. Returns their number. */
export async function deleteSomeReachBefore(db: Db, publisherId: number, oldest: number): Promise<number> {
  const rows = await db
    .selectFrom('change_reach')
    .select(['revision', 'calendar_id', 'at'])
    .where('publisher_id', '=', publisherId)
    .where('revision', '<', oldest)
    .orderBy('revision')
    .orderBy('calendar_id')
    .orderBy('at')
    .limit(AT_ONCE)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  await db
    .deleteFrom('change_reach')
    .where('publisher_id', '=', publisherId)
    .where(sql<boolean>`(revision, calendar_id, at) <= (${last.revision}, ${last.calendar_id}, ${last.at})`)
    .execute()
  return rows.length
}

/** A key for maps. */
export function keyOf({ revision, calendarId }: ChangeKey): string {
  return `${revision} ${calendarId}`
}

function toReach(row: Selectable<ChangeReachTable>): CountedReach {
  const { revision, calendar_id: calendarId, at: countedAt, active, reached, partly, silent } = row
  const applications = JSON.parse(row.applications) as ApplicationReach[]
  return { revision, calendarId, countedAt, active, reached, partly, silent, applications }
}
