import { type TSchema, Type } from 'typebox'
import type { Calendar } from '../../calendars/calendar.ts'
import { calendarName, calendarRows } from '../../calendars/calendar-fields.ts'
import { shownCategories } from '../../calendars/category-path.ts'
import { publicFeedUrl } from '../../links/calendar-urls.ts'
import { type Publisher, publisherOrgId } from '../../publishers/publisher.ts'
import { STAMPS } from './schemas.ts'

const FIELDS: Record<string, TSchema> = Object.fromEntries(
  calendarRows('api').map(([name, { shown, says }]) => [
    calendarName(name, 'api'),
    { ...shown, description: says },
  ]),
)

/** A calendar in lists. */
export const CalendarRecord = Type.Object({
  id: Type.String(),
  type: Type.String({ description: '`fixture`.' }),
  typeOrder: Type.Integer({ description: '1.' }),
  publisherId: Type.Integer({ description: 'Yours.' }),
  publisherOrgId: Type.Integer({ description: "Your partner's, else yours." }),
  ...FIELDS,
  categories: Type.Array(Type.String(), { description: 'Paths such as `Sports/Football`.' }),
  categoryIds: Type.Array(Type.String(), { description: 'In the same order.' }),
  tags: Type.Array(Type.String(), { description: 'Empty for now.' }),
  feed: Type.String({
    description: 'Address of its public feed. The feed of a draft says that the calendar has ended.',
  }),
  latestVersion: Type.Integer({
    description: 'Rises with every change of the calendar or its events, by one or more.',
  }),
  ...STAMPS,
  modified: Type.String({ description: 'ISO 8601, UTC. For the calendar itself, not for its events.' }),
})

/** A single calendar, with its public links. */
export const CalendarInFull = Type.Object({
  ...CalendarRecord.properties,
  campaignUrl: Type.String({ description: 'Address of its page.' }),
  webCalUrl: Type.String(),
  httpCalUrl: Type.String(),
})

/** Presents a calendar as `CalendarRecord`. */
export function presentCalendar(calendar: Calendar, publisher: Publisher, publicUrl: string) {
  const fields = calendarRows('api').map(([name, field]) => [
    calendarName(name, 'api'),
    field.show(calendar[name]),
  ])
  return {
    id: calendar.id,
    type: 'fixture',
    typeOrder: 1,
    publisherId: publisher.id,
    publisherOrgId: publisherOrgId(publisher),
    ...(Object.fromEntries(fields) as Record<string, unknown>),
    categories: shownCategories(calendar),
    categoryIds: calendar.categories.map((category) => category.id),
    tags: [],
    feed: publicFeedUrl(publicUrl, calendar.id),
    latestVersion: calendar.version,
    created: new Date(calendar.created).toISOString(),
    modified: new Date(calendar.modified).toISOString(),
  }
}

/** Presents a calendar as `CalendarInFull`. */
export function presentCalendarInFull(calendar: Calendar, publisher: Publisher, publicUrl: string) {
  const feed = publicFeedUrl(publicUrl, calendar.id)
  return {
    ...presentCalendar(calendar, publisher, publicUrl),
    campaignUrl: `${publicUrl}/calendar/${calendar.id}`,
    webCalUrl: feed.replace(/^https?:/, 'webcal:'),
    httpCalUrl: feed.replace(/^https:/, 'http:'),
  }
}
