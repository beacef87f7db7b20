import { type Counted, countUpTo } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'

/** Counts the events of a calendar, public or private, with drafts and past ones, up to `most`. Reads only an index. */
export async function countCalendarEvents(
  db: Db,
  publisherId: number,
  calendarId: string,
  most: number,
): Promise<Counted> {
  const events = db
    .selectFrom('calendar_event')
    .select('revision')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
  return countUpTo(db, events, most)
}

/** A count of a calendar's events, and the publisher's revision at that moment. */
export interface CountAtRevision {
  value: number
  revision: number
}

/**
 * Counts the events of a calendar that have not ended at `now` (epoch ms), up to `most`, without drafts. Reads only
 * an index: 10,000 events take about half a millisecond on SQLite. One statement reads the count and the revision, so
 * that both are of the same moment.
 */
export async function countNotEnded(
  db: Db,
  publisherId: number,
  calendarId: string,
  now: number,
  most: number,
): Promise<CountAtRevision> {
  const { revision, value } = await db
    .selectFrom('publisher_revision')
    .select((eb) => [
      'revision',
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('event')
            .select('start_at')
            .where('publisher_id', '=', publisherId)
            .where('calendar_id', '=', calendarId)
            .where('draft', '=', 0)
            .where('end_at', '>', now)
            .limit(most)
            .as('not_ended'),
        )
        .select((counted) => counted.fn.countAll<number>().as('n'))
        .as('value'),
    ])
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return { revision, value: Number(value) }
}

/** Counts as `countNotEnded` does, but only events that were added or changed after a revision. */
export async function countNotEndedAfter(
  db: Db,
  publisherId: number,
  calendarId: string,
  revision: number,
  now: number,
  most: number,
): Promise<number> {
  const events = db
    .selectFrom('event')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where('revision', '>', revision)
    .where('draft', '=', 0)
    .where('end_at', '>', now)
  return (await countUpTo(db, events, most)).value
}
