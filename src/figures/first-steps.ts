import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What a new publisher has done of what comes first. */
export interface FirstSteps {
  /** There is a calendar. */
  calendar: boolean
  /** There is a public event, draft or not. */
  event: boolean
  /** Somebody has subscribed, whoever has left since. */
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
          // The zero is written out: a partial index is of no use to a query with a parameter there.
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
            .selectFrom('daily_figure')
            .select('day')
            .where('publisher_id', '=', publisherId)
            .where('name', '=', 'joined'),
        )
        .as('subscriber'),
    ])
    .executeTakeFirstOrThrow()
  // SQLite says 1 for true.
  return { calendar: Boolean(calendar), event: Boolean(event), subscriber: Boolean(subscriber) }
}
