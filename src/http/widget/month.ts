import { Type } from 'typebox'
import type { Calendar } from '../../calendars/calendar.ts'
import type { AppContext } from '../../context.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { findLastBefore, listUpcoming } from '../../events/upcoming-store.ts'
import { feedWindow } from '../../feeds/window.ts'
import { cancelledEventsOf, type Publisher } from '../../publishers/publisher.ts'
import { dayAt } from '../../time/day.ts'
import { OK } from '../answer.ts'
import type { MonthEvents } from './answers.ts'
import { presentUpcoming, shownCalendar } from './present.ts'
import { CalendarsQuery } from './upcoming.ts'

const MONTH = '^[1-9]\\d{3}-(0[1-9]|1[0-2])$'
/** Most events in an answer: a page with more would be slow on a phone. */
const MOST = 500
const HOUR_MS = 3_600_000
/** Clocks are at most this far before and behind UTC (the zones Pacific/Kiritimati and Etc/GMT+12). */
const [AHEAD_MS, BEHIND_MS] = [14 * HOUR_MS, 12 * HOUR_MS]

export const MonthQuery = Type.Object({
  month: Type.String({ pattern: MONTH, accepts: 'a month as YYYY-MM', description: 'As `2027-04`.' }),
  ...CalendarsQuery,
})

/**
 * Returns the events of these calendars on any day of a month (YYYY-MM), in whatever time zone. Past ones are there
 * as far back as feeds show them.
 */
export async function monthEvents(
  ctx: AppContext,
  publisher: Publisher,
  calendars: Pick<Calendar, 'id' | 'name' | 'eventPages'>[],
  month: string,
): Promise<MonthEvents> {
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  const filter = {
    calendarIds: [...byId.keys()],
    cancelled: cancelledEventsOf(publisher.settings).mode !== 'remove',
  }
  const oldest = Math.max(feedWindow(publisher.settings, ctx.now()).from, Number.MIN_SAFE_INTEGER)
  const [year, number] = month.split('-').map(Number) as [number, number]
  const first = Date.UTC(year, number - 1) - AHEAD_MS
  const end = Date.UTC(year, number) + BEHIND_MS
  const from = Math.max(first, oldest)
  const [found, following, last] = await Promise.all([
    listUpcoming(ctx.db, publisher.id, { ...filter, now: from, before: end }, MOST + 1),
    listUpcoming(ctx.db, publisher.id, { ...filter, now: oldest, after: { startAt: end, id: '' } }, 1),
    findLastBefore(ctx.db, publisher.id, { ...filter, from: oldest, before: first }),
  ])
  return {
    ...OK,
    month,
    data: found.slice(0, MOST).map((event) => presentUpcoming(ctx, event, shownCalendar(event, byId))),
    more: found.length > MOST,
    previous: neighbour(last),
    next: neighbour(following[0]),
  }
}

/** Returns the month of a page's address; without one, the current month of the publisher. */
export function monthOf(query: Record<string, string>, publisher: Publisher, now: number): string {
  const { month = '' } = query
  return new RegExp(MONTH).test(month) ? month : dayAt(publisher.timezone, now).slice(0, 'YYYY-MM'.length)
}

function neighbour(event: CalendarEvent | undefined): MonthEvents['next'] {
  if (!event) return false
  const { name, location, startDate, startTime, timezone, startAt } = event
  return { name, location, startDate, startTime, timezone, startAt }
}
