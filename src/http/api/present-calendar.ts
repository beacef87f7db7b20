import type { Calendar } from '../../calendars/calendar.ts'
import { shownCategories } from '../../calendars/category-path.ts'
import { publicFeedUrl } from '../../feeds/calendar-urls.ts'
import { type Publisher, publisherOrgId } from '../../publishers/publisher.ts'

/** A calendar as lists show it. */
export function presentCalendar(calendar: Calendar, publisher: Publisher, publicUrl: string) {
  return {
    id: calendar.id,
    type: 'fixture',
    typeOrder: 1,
    publisherId: publisher.id,
    publisherOrgId: publisherOrgId(publisher),
    name: calendar.name,
    logo: calendar.logo || (false as const),
    note: calendar.note,
    categories: shownCategories(calendar),
    categoryIds: calendar.categories.map((category) => category.id),
    genre: calendar.genre,
    subGenre: calendar.subGenre,
    tags: [],
    draftCalendar: calendar.draft ? 1 : 0,
    reference: calendar.reference,
    feed: publicFeedUrl(publicUrl, calendar.id),
    latestVersion: calendar.version,
    created: new Date(calendar.created).toISOString(),
    modified: new Date(calendar.modified).toISOString(),
  }
}

/** One calendar, with the links a person would follow. */
export function presentCalendarInFull(calendar: Calendar, publisher: Publisher, publicUrl: string) {
  const feed = publicFeedUrl(publicUrl, calendar.id)
  return {
    ...presentCalendar(calendar, publisher, publicUrl),
    campaignUrl: `${publicUrl}/calendar/${calendar.id}`,
    webCalUrl: feed.replace(/^https?:/, 'webcal:'),
    httpCalUrl: feed.replace(/^https:/, 'http:'),
  }
}
