import { sql } from 'kysely'
import { type Counted, countUpTo } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'

/** Events that one statement looks at. */
const SLICE = 1000

/** How many events there are in a calendar, a private one too, drafts and past ones too: counted in an index, up to `most`. */
export async function countCalendarEvents(
  db: Db,
  publisherId: number,
  calendarId: string,
  most: number,
): Promise<Counted> {
  const events = db
    .selectFrom('event')
    .select('revision')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
  return countUpTo(db, events, most)
}

/** How many events of a calendar were added or changed after a revision and had not ended at `now`, up to `most`. */
export async function countAheadSince(
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

/** When the events of a calendar end, slice by slice: of those that were not changed after a revision. */
export async function* walkEnds(db: Db, publisherId: number, calendarId: string, upTo: number) {
  for (let after = { revision: -1, id: '' }; ;) {
    const rows = await db
      .selectFrom('event')
      .select(['revision', 'id', 'draft', 'end_at'])
      .where('publisher_id', '=', publisherId)
      .where('calendar_id', '=', calendarId)
      .where('revision', '<=', upTo)
      .where(sql<boolean>`(revision, id) > (${after.revision}, ${after.id})`)
      .orderBy('revision')
      .orderBy('id')
      .limit(SLICE)
      .execute()
    yield rows.map((row) => ({ draft: row.draft === 1, endAt: row.end_at }))
    if (rows.length < SLICE) return
    after = rows.at(-1)!
  }
}
