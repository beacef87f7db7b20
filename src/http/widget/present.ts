import type { Calendar } from '../../calendars/calendar.ts'
import type { PublicCalendar } from '../../catalog/public-calendars.ts'
import type { AppContext } from '../../context.ts'
import { type CalendarEvent, calendarsOf } from '../../events/event.ts'
import { eventPath } from '../../events/event-path.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import type { Widget } from '../../widgets/widget.ts'
import type { ListedCalendar, PublisherLook, UpcomingEvent, WidgetLook } from './answers.ts'
import { trackedLinks } from './tracked-links.ts'

/** Records as pages get them: public data only. */

/** The colours of `widget` take precedence. */
export function presentPublisher(
  { company, timezone, settings }: Publisher,
  widget?: Pick<Widget, 'settings'>,
): PublisherLook {
  const { primary, secondary } = widget?.settings.colors ?? {}
  return {
    name: company,
    timezone,
    logo: settings.logo || false,
    primaryColor: primary || settings.displayPrimaryColor || false,
    secondaryColor: secondary || settings.displaySecondaryColor || false,
    privacyNotice: settings.privacyNotice || false,
    imprint: settings.imprint || false,
  }
}

export function presentWidget({ id, type, name, settings }: Widget): WidgetLook {
  return {
    id,
    type,
    name,
    fields: settings.fields ?? {},
    customFields: settings.customFields ?? [],
    consents: settings.consents ?? [],
    minimumAge: settings.minimumAge ?? false,
    parentConsentAge: settings.parentConsentAge ?? false,
    view: settings.view ?? 'list',
  }
}

/** `mirrors`: the addresses of open mirrors by calendar. */
export function presentListed(
  calendar: PublicCalendar,
  publisher: Publisher,
  mirrors: ReadonlyMap<string, string>,
): ListedCalendar {
  const { id, name, reference, next } = calendar
  return {
    id,
    name,
    reference,
    logo: calendarLogo(calendar, publisher),
    categories: categoryPaths(calendar),
    nextEvent: next ?? false,
    mirror: mirrors.get(id) ?? false,
  }
}

/** Returns the first of an event's calendars that is among some, such as those a page offers. */
export function shownCalendar<C>(event: CalendarEvent, offered: ReadonlyMap<string, C>): C | undefined {
  return calendarsOf(event).flatMap((id) => offered.get(id) ?? [])[0]
}

/** `calendar`: the one of its calendars that is shown; undefined for a private event. */
export function presentUpcoming(
  ctx: Pick<AppContext, 'links' | 'config'>,
  event: CalendarEvent,
  calendar: Pick<Calendar, 'id' | 'name' | 'eventPages'> | undefined,
): UpcomingEvent {
  const { id, name, location, details, timezone, startAt, endAt } = event
  const { startDate, startTime, endDate, endTime } = event
  return {
    id,
    calendarId: calendar?.id ?? event.calendarId,
    calendarName: calendar?.name ?? '',
    name,
    location,
    details,
    startDate,
    startTime,
    endDate,
    endTime,
    timezone,
    startAt,
    endAt,
    ...(event.cancelled && { cancelled: true }),
    page: calendar?.eventPages ? eventPath(event) : false,
    link: trackedLinks(event, ctx)[0] ?? false,
    ...(!calendar && { private: true }),
  }
}

/** Returns the calendar's logo, else the publisher's logo for calendars. */
export function calendarLogo({ logo }: Pick<Calendar, 'logo'>, { settings }: Publisher): string | false {
  return logo || settings.calendarLogo || false
}

export function categoryPaths(calendar: Pick<Calendar, 'categories'>): string[] {
  return calendar.categories.map((category) => category.path)
}
