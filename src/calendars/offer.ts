import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { findNextEvents } from '../events/upcoming-store.ts'
import { currentRevision } from '../publishers/revision.ts'
import type { Calendar } from './calendar.ts'
import { listCalendars } from './calendar-store.ts'

/** A public calendar with the event that is on or comes next. */
export interface OfferedCalendar extends Calendar {
  next: NextEvent | undefined
}

export type NextEvent = Pick<
  CalendarEvent,
  'name' | 'location' | 'startDate' | 'startTime' | 'timezone' | 'startAt'
>

/** What publishers offer, kept for as long as nothing of the publisher changes, a minute at most: time goes on. */
export interface Offer {
  /** The public calendars in creation order. */
  list(publisherId: number): Promise<OfferedCalendar[]>
}

const KEPT_MS = 60_000
/** Over all publishers. */
const CALENDARS_KEPT = 20_000

interface Kept {
  revision: number
  at: number
  calendars: OfferedCalendar[]
}

export function createOffer(db: Db, now: () => number): Offer {
  const kept = new LRUCache<number, Kept>({
    maxSize: CALENDARS_KEPT,
    sizeCalculation: ({ calendars }) => calendars.length + 1,
  })
  return {
    async list(publisherId) {
      // Read first: a change committed meanwhile makes what is kept newer than its number, never older.
      const revision = await currentRevision(db, publisherId)
      const at = now()
      const known = kept.get(publisherId)
      if (known?.revision === revision && known.at <= at && at < known.at + KEPT_MS) return known.calendars
      const calendars = await readOffer(db, publisherId, at)
      kept.set(publisherId, { revision, at, calendars })
      return calendars
    },
  }
}

async function readOffer(db: Db, publisherId: number, now: number): Promise<OfferedCalendar[]> {
  const calendars = await listCalendars(db, publisherId, false)
  const next = calendars.length > 0 ? await findNextEvents(db, publisherId, now) : undefined
  return calendars.map((calendar) => ({ ...calendar, next: nextEvent(next?.get(calendar.id)) }))
}

/** Without the long texts, since it is kept. */
function nextEvent(event: CalendarEvent | undefined): NextEvent | undefined {
  if (!event) return undefined
  const { name, location, startDate, startTime, timezone, startAt } = event
  return { name, location, startDate, startTime, timezone, startAt }
}
