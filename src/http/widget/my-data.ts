import type { AppContext } from '../../context.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { walkEvents } from '../../events/event-store.ts'
import { listFeedReads } from '../../feeds/feed-reads.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { type Subscriber, toldBy } from '../../subscribers/subscriber.ts'
import { listSubscriptions } from '../../subscribers/subscription-store.ts'
import { CONSENT_FIELDS } from '../../widgets/widget.ts'
import { jsonParts } from '../json-parts.ts'

/**
 * All that is stored of a person, as JSON in parts and in the words a person reads. The publisher's own key of it, the
 * `svc_id`, is not theirs.
 */
export async function* myData(ctx: AppContext, subscriber: Subscriber): AsyncGenerator<string> {
  yield* jsonParts(await dataOf(ctx, subscriber), { privateEvents: livePrivateEvents(ctx, subscriber) })
}

async function* livePrivateEvents(ctx: AppContext, { publisherId, privateCalendarId }: Subscriber) {
  for await (const events of walkEvents(ctx.db, publisherId, privateCalendarId)) {
    yield events.filter((event) => !event.draft).map(presentPrivate)
  }
}

/** The same but for the private events, of which there may be many. */
export async function dataOf(ctx: AppContext, subscriber: Subscriber) {
  await ctx.feedReads.flush()
  const { db } = ctx
  const { publisherId, id, profile } = subscriber
  const publisher = await getPublisher(db, publisherId)
  const { optins, applications, ...told } = toldBy(subscriber)
  const reads = await listFeedReads(db, publisherId, id)
  return {
    publisher: publisher.company,
    exported: iso(ctx.now()),
    email: subscriber.email,
    subscribedSince: iso(subscriber.created),
    lastChanged: iso(subscriber.modified),
    source: subscriber.source,
    answers: told,
    consents: Object.fromEntries(
      CONSENT_FIELDS.map((field, index) => [field, profile.optins?.[index] ?? false]),
    ),
    applicationsChosen: applications ?? [],
    reminders: subscriber.reminders ?? 'as the publisher sets them',
    linksReplaced: subscriber.rotations.map(iso),
    subscriptions: (await listSubscriptions(db, publisherId, id)).map(({ calendarId, name, since }) => ({
      calendarId,
      name,
      since: iso(since),
    })),
    feedReads: reads.map(({ application, reads, last_read_at }) => ({
      application,
      reads,
      last: iso(last_read_at),
    })),
  }
}

export function presentPrivate(event: CalendarEvent) {
  const { name, location, details, startDate, startTime, endDate, endTime, timezone } = event
  return { name, location, details, startDate, startTime, endDate, endTime, timezone }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
