import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { listEventsById } from '../events/event-store.ts'
import { pauser } from '../pause.ts'

/** Events that one statement reads. */
const PAGE = 500

/**
 * Yields a calendar's imported events in the order of their changes. An event that is changed meanwhile is
 * not missed, but may come twice.
 */
export async function* walkImported(
  db: Db,
  publisherId: number,
  calendarId: string,
): AsyncGenerator<CalendarEvent> {
  const pause = pauser()
  let after = { revision: -1, id: '' }
  for (;;) {
    const { revision, id } = after
    const page = await db
      .selectFrom('event')
      .select(['id', 'revision', 'extras'])
      .where('publisher_id', '=', publisherId)
      .where('calendar_id', '=', calendarId)
      .where(sql<boolean>`(revision, id) > (${revision}, ${id})`)
      .orderBy('revision')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const imported = page.filter((row) => row.extras?.includes('"imported":true')).map((row) => row.id)
    for (const event of await listEventsById(db, publisherId, imported)) {
      if (event.imported) yield event
    }
    if (page.length < PAGE) return
    after = page.at(-1)!
    await pause()
  }
}
