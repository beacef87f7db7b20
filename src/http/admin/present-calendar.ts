import type { CalendarPlace } from '../../calendars/calendar-list.ts'
import type { ManagedCalendar } from '../../calendars/managed-calendar.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { invalid } from '../../errors.ts'
import { publicFeedUrl } from '../../feeds/calendar-urls.ts'
import type { Reach } from '../../feeds/stubs.ts'
import type { AdminCalendar } from './calendars-schemas.ts'
import { presentReach } from './feed-reach.ts'

/** A calendar as its publisher's staff sees it. */
export function presentManaged(
  calendar: ManagedCalendar,
  publicUrl: string,
  reach: Reach | undefined,
): AdminCalendar {
  const { id, name, reference, draft, logo, genre, subGenre, note, events, subscribers, next } = calendar
  return {
    ...{ id, name, reference, draft, logo, genre, subGenre, note },
    categories: calendar.categories.map(({ path }) => path),
    feed: publicFeedUrl(publicUrl, id),
    page: `${publicUrl}/calendar/${id}`,
    feedReach: presentReach(reach),
    events,
    subscribers,
    nextEvent: next
      ? {
          id: next.id,
          name: next.name,
          startDate: next.startDate,
          startTime: next.startTime,
          timezone: next.timezone,
        }
      : null,
    created: new Date(calendar.created).toISOString(),
    modified: new Date(calendar.modified).toISOString(),
  }
}

/** Where a list goes on, and in which order: a cursor is good for the order it was made in. */
export function writeCalendarCursor(sort: string, place: CalendarPlace | null): string | null {
  return place && writeCursor([sort, ...place])
}

/** Refuses what no answer said. */
export function readCalendarCursor(sort: string, cursor: string | undefined): CalendarPlace | undefined {
  if (!cursor) return undefined
  const [order, key, id] = readCursor(cursor)
  const isKey = key === null || typeof key === 'string' || typeof key === 'number'
  if (order !== sort || !isKey || typeof id !== 'string')
    throw invalid({ cursor: 'Parameter cursor must be the `next` of an earlier answer in the same order' })
  return [key, id]
}
