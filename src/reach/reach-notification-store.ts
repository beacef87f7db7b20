import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AT_ONCE } from '../sweep.ts'
import type { ChangeKey } from './reach.ts'
import { keyOf } from './reach-store.ts'

/** Returns the highest percentages that were notified of, for changes from a revision on, by `keyOf`. */
export async function findNotifiedPercents(
  db: Db,
  publisherId: number,
  from: number,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('reach_notification')
    .select(['revision', 'calendar_id', 'percent'])
    .where('publisher_id', '=', publisherId)
    .where('revision', '>=', from)
    .execute()
  return new Map(
    rows.map(({ revision, calendar_id: calendarId, percent }) => [keyOf({ revision, calendarId }), percent]),
  )
}

export async function setNotifiedPercent(
  tx: Db,
  publisherId: number,
  { revision, calendarId }: ChangeKey,
  percent: number,
): Promise<void> {
  await tx
    .insertInto('reach_notification')
    .values({ publisher_id: publisherId, revision, calendar_id: calendarId, percent })
    .onConflict((conflict) =>
      conflict.columns(['publisher_id', 'revision', 'calendar_id']).doUpdateSet({ percent }),
    )
    .execute()
}

/** Deletes up to `AT_ONCE` percentages of changes before a revision. Returns their number. */
export async function deleteSomePercentsBefore(db: Db, publisherId: number, oldest: number): Promise<number> {
  const rows = await db
    .selectFrom('reach_notification')
    .select(['revision', 'calendar_id'])
    .where('publisher_id', '=', publisherId)
    .where('revision', '<', oldest)
    .orderBy('revision')
    .orderBy('calendar_id')
    .limit(AT_ONCE)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  await db
    .deleteFrom('reach_notification')
    .where('publisher_id', '=', publisherId)
    .where(sql<boolean>`(revision, calendar_id) <= (${last.revision}, ${last.calendar_id})`)
    .execute()
  return rows.length
}
