import { LRUCache } from 'lru-cache'
import type { Calendar } from '../calendars/calendar.ts'
import { listCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { findNextEvents } from '../events/upcoming-store.ts'
import { currentRevision } from '../revisions/revision.ts'

/** A public calendar with its current or next event. */
export interface PublicCalendar extends Calendar {
  next: NextEvent | undefined
}

export type NextEvent = Pick<
  CalendarEvent,
  'name' | 'location' | 'startDate' | 'startTime' | 'timezone' | 'startAt'
>

/**
 * Public calendars of publishers, cached until something of the publisher changes, or for a minute: the next
 * event changes with time.
 */
export interface PublicCalendars {
  /** The public calendars in creation order. */
  list(publisherId: number): Promise<PublicCalendar[]>
}

const MAX_AGE_MS = 60_000
/** Cached calendars of all publishers. */
const CALENDARS_CACHED = 20_000

interface CacheEntry {
  revision: number
  at: number
  calendars: PublicCalendar[]
}

export function createPublicCalendars(db: Db, now: () => number): PublicCalendars {
  const cache = new LRUCache<number, CacheEntry>({
    maxSize: CALENDARS_CACHED,
    sizeCalculation: ({ calendars }) => calendars.length + 1,
  })
  return {
    async list(publisherId) {
      // The revision is read first: if a change is committed meanwhile, the cached list is newer than its
      // revision, never older.
      const revision = await currentRevision(db, publisherId)
      const at = now()
      const cached = cache.get(publisherId)
      if (cached?.revision === revision && cached.at <= at && at < cached.at + MAX_AGE_MS)
        return cached.calendars
      const calendars = await readPublicCalendars(db, publisherId, at)
      cache.set(publisherId, { revision, at, calendars })
      return calendars
    },
  }
}

async function readPublicCalendars(db: Db, publisherId: number, now: number): Promise<PublicCalendar[]> {
  const calendars = await listCalendars(db, publisherId, false)
  const next = calendars.length > 0 ? await findNextEvents(db, publisherId, now) : undefined
  return calendars.map((calendar) => ({ ...calendar, next: nextEvent(next?.get(calendar.id)) }))
}

/** Drops the long texts before the event is cached. */
function nextEvent(event: CalendarEvent | undefined): NextEvent | undefined {
  if (!event) return undefined
  const { name, location, startDate, startTime, timezone, startAt } = event
  return { name, location, startDate, startTime, timezone, startAt }
}
