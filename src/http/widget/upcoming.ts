import { type Static, Type } from 'typebox'
import type { Calendar } from '../../calendars/calendar.ts'
import { isInCategory } from '../../calendars/category-path.ts'
import type { AppContext } from '../../context.ts'
import { byPlace, listUpcoming, listUpcomingPrivate, type Place } from '../../events/upcoming-store.ts'
import { cancelledEventsOf, type Publisher } from '../../publishers/publisher.ts'
import { OK } from '../answer.ts'
import type { UpcomingEvents } from './answers.ts'
import { categoryPaths, presentUpcoming, shownCalendar } from './present.ts'

const PAGE = 50
const PLACE = '^(-?\\d{1,15}-[0-9a-f]{24})?$'

const page = {
  after: Type.Optional(
    Type.String({
      pattern: PLACE,
      accepts: 'the `next` of an earlier answer',
      description: 'The `next` of the page before.',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
}

/** The filters by which a widget's pages show some of its calendars. */
export const CalendarsQuery = {
  calendarIds: Type.Optional(Type.String({ description: 'Ids, separated by commas.' })),
  category: Type.Optional(Type.String({ description: 'A path; what is below it counts too.' })),
  calendar_reference: Type.Optional(Type.String({ description: 'The reference of one calendar.' })),
}

export const PageQuery = Type.Object(page)
export const UpcomingQuery = Type.Object({ ...CalendarsQuery, ...page })

/** Returns the calendars that match the query. Calendars that are not offered are ignored. */
export function filterCalendars<C extends Calendar>(
  calendars: C[],
  query: Omit<Static<typeof UpcomingQuery>, keyof typeof page>,
): C[] {
  const { calendarIds, category, calendar_reference } = query
  const ids = calendarIds && new Set(calendarIds.split(',').map((id) => id.trim()))
  return calendars.filter(
    (calendar) =>
      (!ids || ids.has(calendar.id)) &&
      (!category || categoryPaths(calendar).some((path) => isInCategory(path, category))) &&
      (!calendar_reference || calendar.reference === calendar_reference),
  )
}

/**
 * Returns a page of current and future events of these calendars, by start. `privateCalendarId`: of the person whose
 * private events are among them.
 */
export async function upcomingEvents(
  ctx: AppContext,
  publisher: Publisher,
  calendars: Pick<Calendar, 'id' | 'name' | 'eventPages'>[],
  query: Static<typeof PageQuery>,
  privateCalendarId?: string,
): Promise<UpcomingEvents> {
  const limit = Number(query.limit ?? PAGE)
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  const filter = {
    now: ctx.now(),
    after: readPlace(query.after),
    cancelled: cancelledEventsOf(publisher.settings).mode !== 'remove',
  }
  // One event more than needed shows whether there is a next page.
  const events = await listUpcoming(
    ctx.db,
    publisher.id,
    { calendarIds: [...byId.keys()], ...filter },
    limit + 1,
  )
  if (privateCalendarId) {
    const own = { calendarId: privateCalendarId, ...filter }
    events.push(...(await listUpcomingPrivate(ctx.db, publisher.id, own, limit + 1)))
    events.sort(byPlace)
  }
  const shown = events.slice(0, limit)
  const last = shown.at(-1)
  return {
    ...OK,
    data: shown.map((event) => presentUpcoming(ctx, event, shownCalendar(event, byId))),
    next: last && events.length > limit ? `${last.startAt}-${last.id}` : false,
  }
}

/** Returns the `after` of a page's address; empty if it is none. */
export function placeOf(query: Record<string, string>): string {
  const { after = '' } = query
  return new RegExp(PLACE).test(after) ? after : ''
}

function readPlace(text: string | undefined): Place | undefined {
  if (!text) return undefined
  const dash = text.lastIndexOf('-')
  return { startAt: Number(text.slice(0, dash)), id: text.slice(dash + 1) }
}
