import { insertMany } from '../../src/db/insert-many.ts'
import { EVENT_COLUMNS, toRow } from '../../src/events/event-columns.ts'
import { newId } from '../../src/ids.ts'
import { BLANK_EVENT } from './blank-event.ts'
import type { TestApp } from './test-app.ts'
import type { TestPublisher } from './test-publisher.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export interface PlacedEvent {
  name: string
  /** Days from today (UTC). */
  day: number
  /** Days that it lasts beyond its two hours. */
  lasts?: number
  details?: string
}

/**
 * Puts live events of two hours, at 15:00 UTC of their day, straight into the database: through the API thousands
 * would take minutes. Any change through the API afterwards shows them, since it raises the calendar's version.
 */
export async function fillCalendar(
  app: TestApp,
  club: TestPublisher,
  calendarId: string,
  events: PlacedEvent[],
  { private: isPrivate } = { private: false },
): Promise<void> {
  const now = app.ctx.now()
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const rows = events.map(({ name, day, lasts = 0, details = '' }) => {
    const startAt = today + day * DAY_MS + 15 * HOUR_MS
    const endAt = startAt + lasts * DAY_MS + 2 * HOUR_MS
    const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    const event = {
      ...BLANK_EVENT,
      ...{ id: newId(now), calendarId, private: isPrivate, name, details, location: 'City Ground' },
      ...{ startDate: dateOf(startAt), endDate: dateOf(endAt), startTime: '15:00', endTime: '17:00' },
      ...{ timezone: 'UTC', startAt, endAt, draft: false },
    }
    return toRow(club.id, event, { number: 1, at: now, now })
  })
  await insertMany(app.ctx.db, 'event', EVENT_COLUMNS, rows)
}
