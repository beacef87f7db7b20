import { fieldsOf } from '../../calendars/calendar-fields.ts'
import type { CalendarPlace } from '../../catalog/calendar-list.ts'
import type { ManagedCalendar } from '../../catalog/calendar-list.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { invalid } from '../../errors.ts'
import type { Extent } from '../../feeds/notice-events.ts'
import { publicFeedUrl } from '../../links/calendar-urls.ts'
import type { AdminCalendar } from './calendars-schemas.ts'
import { presentExtent } from './feed-extent.ts'

/** Presents a calendar to the publisher's users. */
export function presentManaged(
  calendar: ManagedCalendar,
  publicUrl: string,
  extent: Extent | undefined,
): AdminCalendar {
  const { id, events, subscribers, next } = calendar
  return {
    id,
    ...fieldsOf(calendar),
    categories: calendar.categories.map(({ path }) => path),
    feed: publicFeedUrl(publicUrl, id),
    page: `${publicUrl}/calendar/${id}`,
    feedExtent: presentExtent(extent),
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

/** Encodes a position with the order of the list: a cursor is valid only in the order it was made for. */
export function writeCalendarCursor(sort: string, place: CalendarPlace | null): string | null {
  return place && writeCursor([sort, ...place])
}

/** Decodes a cursor. Throws if it does not come from an earlier response. */
export function readCalendarCursor(sort: string, cursor: string | undefined): CalendarPlace | undefined {
  if (!cursor) return undefined
  const [order, key, id] = readCursor(cursor)
  const isKey = key === null || typeof key === 'string' || typeof key === 'number'
  if (order !== sort || !isKey || typeof id !== 'string')
    throw invalid({ cursor: 'Parameter cursor must be the `next` of an earlier answer in the same order' })
  return [key, id]
}
