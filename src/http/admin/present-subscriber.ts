import type { AppContext } from '../../context.ts'
import { countCalendarEvents } from '../../events/calendar-event-store.ts'
import { kindOf } from '../../feeds/applications.ts'
import { listFeedReads } from '../../feeds/feed-reads.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { countCalendarsOf, readsOfSubscribers } from '../../subscribers/activity-store.ts'
import { COUNTED } from '../../subscribers/count-subscribers.ts'
import { manageLink } from '../../subscribers/manage-link.ts'
import { linkGeneration, type Profile, type Subscriber } from '../../subscribers/subscriber.ts'
import { listSubscriptions } from '../../subscribers/subscription-store.ts'
import { listEntries } from '../../users/audit-store.ts'
import { mayAs, type Role } from '../../users/user.ts'
import { listNotificationsOf } from '../../webhooks/subscriber-notifications.ts'
import { CONSENT_FIELDS, type Widget } from '../../widgets/widget.ts'
import { findWidget } from '../../widgets/widget-store.ts'
import { subscriberUrls } from '../api/present-subscriber.ts'
import type { ListedSubscriber, SubscriberRecord } from './subscribers-schemas.ts'

/** The latest notifications, and the latest changes, that a record shows. */
const SHOWN = 20

/** A page of subscribers as the list shows them. */
export async function presentList(
  { db }: AppContext,
  publisherId: number,
  subscribers: Subscriber[],
): Promise<ListedSubscriber[]> {
  const ids = subscribers.map(({ id }) => id)
  const calendars = await countCalendarsOf(db, publisherId, ids)
  const reads = await readsOfSubscribers(db, publisherId, ids)
  return subscribers.map((subscriber) => ({
    ...presentBasics(subscriber),
    calendars: calendars.get(subscriber.id) ?? 0,
    lastRead: isoOrNull(reads.get(subscriber.id)?.last ?? null),
  }))
}

/** All that is known of one subscriber, as far as the role of who looks allows. Each part is bounded. */
export async function presentRecord(
  ctx: AppContext,
  publisher: Publisher,
  subscriber: Subscriber,
  role: Role,
): Promise<SubscriberRecord> {
  const { db } = ctx
  const { publisherId, id, profile } = subscriber
  const widget = subscriber.widgetId ? await findWidget(db, publisherId, subscriber.widgetId) : undefined
  const subscriptions = await listSubscriptions(db, publisherId, id)
  return {
    ...presentBasics(subscriber),
    modified: iso(subscriber.modified),
    widgetId: subscriber.widgetId,
    widget: widget?.name ?? '',
    answers: answersOf(profile),
    customFields: profile.customFields ?? [],
    consents: consentsOf(profile, widget),
    reminders: subscriber.reminders,
    calendars: subscriptions.map(({ calendarId, name, draft, since }) => ({
      id: calendarId,
      name,
      draft,
      since: iso(since),
    })),
    applicationsChosen: profile.applications ?? [],
    reads: await presentReads(ctx, subscriber),
    privateEvents: await countCalendarEvents(db, publisherId, subscriber.privateCalendarId, COUNTED),
    linksReplaced: subscriber.rotations.map(iso),
    links: subscriber.active && mayAs(role, 'editor') ? presentLinks(ctx, subscriber, publisher) : null,
    notifications: (await listNotificationsOf(db, publisherId, id, SHOWN)).map(({ created, ...rest }) => ({
      ...rest,
      created: iso(created),
    })),
    history: mayAs(role, 'owner') ? await presentHistory(ctx, subscriber) : null,
  }
}

function presentLinks(ctx: AppContext, subscriber: Subscriber, publisher: Publisher) {
  const urls = subscriberUrls(ctx, subscriber, publisher)
  return { feed: urls.httpsCalUrl, webcal: urls.webCalUrl, manage: manageLink(ctx, subscriber) }
}

function presentBasics(subscriber: Subscriber) {
  const { id, email, active, created, endedAt, source, profile } = subscriber
  return {
    id,
    email,
    name: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
    state: active ? ('active' as const) : ('left' as const),
    created: iso(created),
    left: active ? null : isoOrNull(endedAt),
    source,
  }
}

function answersOf(profile: Profile): Record<string, string> {
  const { optins: _, applications: _a, customFields: _c, lastRequest: _l, ...told } = profile
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, String(value)]))
}

function consentsOf({ optins = [] }: Profile, widget: Widget | undefined) {
  return optins.map((given, index) => ({
    field: CONSENT_FIELDS[index]!,
    text: widget?.settings.consents?.[index]?.text ?? '',
    given,
  }))
}

async function presentReads(ctx: AppContext, subscriber: Subscriber) {
  const { publisherId, id } = subscriber
  const feed = await ctx.feeds.personal({ publisherId, id, number: linkGeneration(subscriber) })
  const reads = await listFeedReads(ctx.db, publisherId, id)
  return reads.map((read) => ({
    application: read.application,
    aggregator: kindOf(read.application) === 'aggregator',
    reads: read.reads,
    last: iso(read.last_read_at),
    current: read.version === feed?.etag,
  }))
}

async function presentHistory(ctx: AppContext, { publisherId, id }: Subscriber) {
  const about = { subjectKind: 'subscriber', subjectId: id }
  const entries = await listEntries(ctx.db, publisherId, about, '', SHOWN)
  return entries.map(({ id, at, actor, action, before, after }) => ({
    ...{ id, at: iso(at), actor: actor.name },
    ...{ action, before, after },
  }))
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}
