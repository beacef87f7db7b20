import type { Calendar } from '../calendars/calendar.ts'
import type { AppContext } from '../context.ts'
import { listEventIds } from '../events/walk-calendars.ts'
import type { FeedReader } from '../feeds/feed-read-store.ts'
import type { CalendarUrls } from '../links/calendar-urls.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { type FeedLink, isLive } from '../subscribers/feed-link.ts'
import { getCurrentLink, listLinks } from '../subscribers/link-store.ts'
import { feedUrls } from '../subscribers/manage-link.ts'
import type { Subscriber } from '../subscribers/subscriber.ts'
import { listSubscribedCalendars } from '../subscribers/subscription-store.ts'

/** A subscriber with all data that the API shows. */
export interface SubscriberRecord {
  subscriber: Subscriber
  publisher: Publisher
  calendars: Calendar[]
  /** Ids of live events of these calendars. */
  eventIds: string[]
  privateEventIds: string[]
  /** Most recent first. */
  readers: FeedReader[]
  /** Live ones. */
  links: FeedLink[]
  calendarUrl: CalendarUrls
}

export async function readSubscriberRecord(
  ctx: Pick<AppContext, 'db' | 'config' | 'links' | 'feedReads'>,
  publisher: Publisher,
  subscriber: Subscriber,
): Promise<SubscriberRecord> {
  const { db } = ctx
  const calendars = await listSubscribedCalendars(db, publisher.id, subscriber.id)
  const calendarIds = calendars.map((calendar) => calendar.id)
  const { number } = await getCurrentLink(db, publisher.id, subscriber.id)
  const links = await listLinks(db, publisher.id, subscriber.id)
  return {
    subscriber,
    publisher,
    calendars,
    eventIds: await listEventIds(db, publisher.id, calendarIds),
    privateEventIds: await listEventIds(db, publisher.id, [subscriber.privateCalendarId]),
    readers: await ctx.feedReads.list(publisher.id, subscriber.id),
    links: links.filter(isLive),
    calendarUrl: feedUrls(ctx, { publisherId: publisher.id, id: subscriber.id, number }, publisher),
  }
}
