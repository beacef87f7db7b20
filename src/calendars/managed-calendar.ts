import type { CalendarEvent } from '../events/event.ts'
import type { Calendar } from './calendar.ts'
import type { CalendarCount } from './count-calendars.ts'

/** A calendar with what its publisher wants to know of it. */
export interface ManagedCalendar extends Calendar, CalendarCount {
  /** The live event that is on or comes next. */
  next: CalendarEvent | undefined
}
