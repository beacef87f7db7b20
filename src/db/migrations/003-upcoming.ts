import { type Kysely, sql } from 'kysely'

/** Of 7 days: what lasts longer has an index of its own, so that a walk over starts need not begin far back. */
const LONG_MS = 604_800_000

/** What comes next, of one calendar and of all: public events by start, and the few that last long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) =>
    db.schema
      .createIndex(name)
      .on('event')
      .columns(columns)
      .where(sql.ref('private'), '=', sql.lit(0))
      .where(sql.ref('draft'), '=', sql.lit(0))
  await index('event_upcoming', ['publisher_id', 'start_at', 'id', 'calendar_id', 'end_at']).execute()
  await index('event_upcoming_by_calendar', [
    'publisher_id',
    'calendar_id',
    'start_at',
    'id',
    'end_at',
  ]).execute()
  await index('event_long', ['publisher_id', 'end_at', 'start_at', 'id', 'calendar_id'])
    .where(sql`(end_at - start_at)`, '>', sql.lit(LONG_MS))
    .execute()
}
