import { breather } from '../breather.ts'
import type { Db } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { listEventsById } from '../events/event-store.ts'

/** Events read in one statement. */
const PAGE = 500

/**
 * What earlier imports brought to a calendar, as it is now. In the order of their changes, so that nothing that is
 * changed meanwhile is left out; it may come twice.
 */
export async function* walkImported(
  db: Db,
  publisherId: number,
  calendarId: string,
): AsyncGenerator<CalendarEvent> {
  const breathe = breather()
  let after = { revision: -1, id: '' }
  for (;;) {
    const { revision, id } = after
    const page = await db
      .selectFrom('event')
      .select(['id', 'revision', 'extras'])
      .where('publisher_id', '=', publisherId)
      .where('calendar_id', '=', calendarId)
      .where('revision', '>=', revision)
      .where((eb) => eb.or([eb('revision', '>', revision), eb('id', '>', id)]))
      .orderBy('revision')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const imported = page.filter((row) => row.extras?.includes('"imported":true')).map((row) => row.id)
    for (const event of await listEventsById(db, publisherId, imported)) {
      if (event.extras.imported) yield event
    }
    if (page.length < PAGE) return
    after = page.at(-1)!
    await breathe()
  }
}
