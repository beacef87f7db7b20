import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The first steps that a publisher has done. */
export interface FirstSteps {
  /** A public event, which may be a draft. */
  calendar: boolean
  /** There is a public event, draft or not. */
  event: boolean
  /** A subscriber, who may have left since. */
  subscriber: boolean
}

export async function readFirstSteps(db: Db, publisherId: number): Promise<FirstSteps> {
  const { calendar, event, subscriber } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(eb.selectFrom('calendar').select('id').where('publisher_id', '=', publisherId))
        .as('calendar'),
      eb
        .exists(
          // A literal 0, since a partial index can't serve a query with a parameter there.
          eb
            .selectFrom('event')
            .select('id')
            .where('publisher_id', '=', publisherId)
            .where('private', '=', sql.lit(0)),
        )
        .as('event'),
      eb
        .exists(
          eb
            .selectFrom('daily_statistic')
            .select('day')
            .where('publisher_id', '=', publisherId)
            .where('name', '=', 'joined'),
        )
        .as('subscriber'),
    ])
    .executeTakeFirstOrThrow()
  // SQLite returns 1 for true.
  return { calendar: Boolean(calendar), event: Boolean(event), subscriber: Boolean(subscriber) }
}
