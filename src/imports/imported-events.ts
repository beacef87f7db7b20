import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { listEventsById } from '../events/event-store.ts'
import { pauser } from '../pause.ts'

/** Events that one statement reads. */
const PAGE = 500

/**
 * Yields the events that imports put into a calendar: those whose home it is in the order of their changes, then the
 * others. An event that is changed meanwhile is not missed, but may come twice.
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
    if (page.length < PAGE) break
    after = page.at(-1)!
    await pause()
  }
  for (let last = ''; ;) {
    const page = await db
      .selectFrom('event_calendar')
      .select('event_id')
      .where('publisher_id', '=', publisherId)
      .where('calendar_id', '=', calendarId)
      .where('imported', '=', 1)
      .where('event_id', '>', last)
      .orderBy('event_id')
      .limit(PAGE)
      .execute()
    const ids = page.map((row) => row.event_id)
    yield* await listEventsById(db, publisherId, ids)
    if (page.length < PAGE) return
    last = ids.at(-1)!
    await pause()
  }
}
