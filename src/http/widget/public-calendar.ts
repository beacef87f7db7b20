import type { Calendar } from '../../calendars/calendar.ts'
import { findCalendar } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { publicCalendarUrls } from '../../links/calendar-urls.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { mirrorAddresses } from '../../push-targets/mirror-addresses.ts'
import { standardButton } from '../../widgets/widget.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import type { CalendarPage } from './answers.ts'
import { calendarLogo, categoryPaths, presentPublisher } from './present.ts'
import { upcomingEvents } from './upcoming.ts'

const SHOWN = 20

/** Returns the data of the page of a public calendar. Throws `not_found` for unknown calendars and drafts. */
export async function publicCalendarPage(ctx: AppContext, id: string, after = ''): Promise<CalendarPage> {
  const calendar = await getPublicCalendar(ctx, id)
  const publisher = await getPublisher(ctx.db, calendar.publisherId)
  const widgets = await listWidgets(ctx.db, publisher.id)
  const { data, next } = await upcomingEvents(ctx, publisher, [calendar], { limit: String(SHOWN), after })
  return {
    calendar: {
      id: calendar.id,
      name: calendar.name,
      logo: calendarLogo(calendar, publisher),
      note: calendar.note,
      categories: categoryPaths(calendar),
    },
    publisher: presentPublisher(publisher),
    feed: publicCalendarUrls(ctx.config.http.publicUrl, calendar.id, calendar.name),
    mirror:
      (await mirrorAddresses(ctx.db, await ctx.providers.of(publisher.id), publisher.id)).get(calendar.id) ??
      false,
    widgetId: standardButton(widgets, calendar.id)?.id ?? false,
    upcoming: data,
    next,
  }
}

/** Finds a public calendar. Throws `not_found` for unknown ones and drafts. */
export async function getPublicCalendar(ctx: AppContext, id: string): Promise<Calendar> {
  const publisherId = isId(id) ? await ctx.directory.find('calendar', id) : undefined
  const calendar = publisherId === undefined ? undefined : await findCalendar(ctx.db, publisherId, id)
  if (!calendar || calendar.draft) throw notFound('Calendar', id)
  return calendar
}
