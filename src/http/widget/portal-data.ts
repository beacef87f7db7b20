import type { Static } from 'typebox'
import { findOfferedChoice } from '../../alerts/switch-alerts.ts'
import type { PublicCalendar } from '../../catalog/public-calendars.ts'
import type { AppContext } from '../../context.ts'
import { lastChange, lastRevision, readOwn } from '../../feeds/feed-states.ts'
import type { LinkTarget } from '../../links/links.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { mirrorAddresses } from '../../push-targets/mirror-addresses.ts'
import { namesOf } from '../../push-targets/providers.ts'
import { isActive } from '../../reach/reach.ts'
import { readConfirmation } from '../../subscribers/confirm-link.ts'
import { findRequest } from '../../subscribers/link-request-store.ts'
import { feedUrls, manageLink, manageLinkBy } from '../../subscribers/manage-link.ts'
import { type Subscriber, visibleProfile } from '../../subscribers/subscriber.ts'
import { listSubscribedCalendarIds } from '../../subscribers/subscription-store.ts'
import { standardButton } from '../../widgets/widget.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import { OK } from '../answer.ts'
import type {
  PendingPage,
  PortalData,
  PortalReader,
  PortalState,
  SubscriberLinks,
  UpcomingEvents,
} from './answers.ts'
import { fromMailUntil } from './fresh.ts'
import { type ActiveLink, isFresh, isNew, readManageLink } from './manage-links.ts'
import { presentListed, presentPublisher } from './present.ts'
import { type PageQuery, upcomingEvents } from './upcoming.ts'

/** The events that come with the page. */
const FIRST_EVENTS = 5

/** The calendars that a subscriber can choose from. */
interface Offer {
  publisher: Publisher
  calendars: PublicCalendar[]
  /** The ids of those that the subscriber follows. */
  subscribed: Set<string>
}

/** Returns the data of the page behind a manage link, or undefined for an invalid link. */
export async function portalState(
  ctx: AppContext,
  token: string,
  cookies?: string,
): Promise<PortalState | undefined> {
  const link = await readManageLink(ctx, token)
  if (!link) return undefined
  const { state, target } = link
  if (state === 'active') return { state, ...(await portalData(ctx, link, cookies)) }
  const publisher = await getPublisher(ctx.db, target.publisherId)
  const look = presentPublisher(publisher)
  if (state === 'pending') return { state, publisher: look, ...(await pendingPage(ctx, link, publisher)) }
  return {
    state,
    publisher: look,
    widgetId: await returnWidgetId(ctx, publisher.id, link.subscriber?.widgetId),
  }
}

/** Returns what a pending link shows: the calendars of its feed, and nothing of a subscriber. */
async function pendingPage(
  ctx: AppContext,
  { target, link }: Pick<ActiveLink, 'target' | 'link'>,
  publisher: Publisher,
): Promise<PendingPage> {
  const { publisherId, id, number } = target
  const { state } = await readConfirmation(ctx.db, target, ctx.now())
  const request = await findRequest(ctx.db, publisherId, id, number)
  const chosen = new Set(request?.calendarIds)
  const calendars = (await ctx.publicCalendars.list(publisherId)).filter((calendar) =>
    chosen.has(calendar.id),
  )
  return {
    ...feedAddress(ctx, target, publisher, { shown: isNew(ctx, link) }),
    manageUrl: manageLink(ctx, target),
    expired: state !== 'asked',
    asked: request?.created ?? 0,
    calendars: calendars.map((calendar) => ({ id: calendar.id, name: calendar.name })),
    widgetId: await returnWidgetId(ctx, publisherId, request?.request?.widgetId),
  }
}

/** Returns an active subscriber's data and the calendars to choose from. Personal data only if it is fresh. */
export async function portalData(ctx: AppContext, active: ActiveLink, cookies?: string): Promise<PortalData> {
  const { target, link, subscriber } = active
  const fresh = isFresh(ctx, active, cookies)
  const until = fromMailUntil(ctx, cookies, target)
  const { email, reminders, confirmedAt } = subscriber
  const offer = await readOffer(ctx, subscriber)
  const { publisher, calendars, subscribed } = offer
  const alerts = fresh ? await findOfferedChoice(ctx.db, publisher.id, subscriber.id) : undefined
  const providers = await ctx.providers.of(publisher.id)
  const mirrors = await mirrorAddresses(ctx.db, providers, publisher.id)
  const reading = fresh ? await readReading(ctx, active) : undefined
  return {
    ...OK,
    ...feedAddress(ctx, target, publisher, { shown: fresh || isNew(ctx, link), until }),
    manageUrl: manageLink(ctx, target),
    fresh,
    fromMail: until !== undefined,
    confirmed: confirmedAt !== null,
    email: fresh ? email : '',
    profile: fresh ? visibleProfile(subscriber) : {},
    reminders,
    alerts: alerts ?? null,
    publisher: presentPublisher(publisher),
    calendars: calendars.map((calendar) => ({
      ...presentListed(calendar, publisher, mirrors),
      subscribed: subscribed.has(calendar.id),
    })),
    upcoming: await upcomingOf(ctx, subscriber, offer, fresh, { limit: String(FIRST_EVENTS) }),
    readers: reading?.readers ?? [],
    changedAt: reading?.changedAt ?? null,
    widgetId: await returnWidgetId(ctx, publisher.id, subscriber.widgetId),
    providers: namesOf(providers),
    pushKey: ctx.webPush.publicKey,
  }
}

/** Returns a page of what comes next in a subscriber's calendar. */
export async function myUpcoming(
  ctx: AppContext,
  { subscriber }: ActiveLink,
  fresh: boolean,
  query: Static<typeof PageQuery>,
): Promise<UpcomingEvents> {
  return upcomingOf(ctx, subscriber, await readOffer(ctx, subscriber), fresh, query)
}

/** Private events only if it is fresh: the manage link is in every event, and so with everybody who was shown one. */
function upcomingOf(
  ctx: AppContext,
  { privateCalendarId }: Subscriber,
  { publisher, calendars, subscribed }: Offer,
  fresh: boolean,
  query: Static<typeof PageQuery>,
): Promise<UpcomingEvents> {
  const followed = calendars.filter(({ id }) => subscribed.has(id))
  return upcomingEvents(ctx, publisher, followed, query, fresh ? privateCalendarId : undefined)
}

async function readOffer({ db, publicCalendars }: AppContext, subscriber: Subscriber): Promise<Offer> {
  const publisher = await getPublisher(db, subscriber.publisherId)
  return {
    publisher,
    calendars: await publicCalendars.list(publisher.id),
    subscribed: new Set(await listSubscribedCalendarIds(db, publisher.id, subscriber.id)),
  }
}

/** Returns the applications that read a subscriber's feeds, and when (epoch ms) what they show last changed. */
async function readReading(
  ctx: AppContext,
  { target, subscriber }: ActiveLink,
): Promise<{ readers: PortalReader[]; changedAt: number | null }> {
  const state = await readOwn(ctx.database, target)
  const readers = await ctx.feedReads.list(subscriber.publisherId, subscriber.id)
  const last = state ? lastRevision(state) : 0
  return {
    readers: readers.map((reader) => ({
      application: reader.application,
      lastReadAt: reader.lastReadAt,
      current: reader.revision >= last,
      active: isActive(reader, ctx.now()),
    })),
    changedAt: state ? lastChange(state) : null,
  }
}

/**
 * The feed's address and the one that leads another device to it, if the page shows them. `until`: see
 * `fromMailUntil`; the other device is fresh for as long. Without it the other device gets nothing that the manage
 * link does not give anyway: a code would prove an address that was only typed.
 */
function feedAddress(
  ctx: AppContext,
  target: LinkTarget,
  publisher: Publisher,
  { shown, until }: { shown: boolean; until?: number | undefined },
): Pick<PortalData, 'calendarUrl' | 'addUrl'> {
  if (!shown) return { calendarUrl: null, addUrl: null }
  const url =
    until === undefined
      ? manageLink(ctx, target)
      : manageLinkBy(ctx, target, ctx.links.freshCode('browser', target, until))
  return { calendarUrl: feedUrls(ctx, target, publisher), addUrl: `${url}#add` }
}

export function subscriberLinks(ctx: AppContext, target: LinkTarget, publisher: Publisher): SubscriberLinks {
  return {
    ...OK,
    calendarUrl: feedUrls(ctx, target, publisher),
    manageUrl: manageLink(ctx, target),
  }
}

/**
 * Returns the widget for subscribing again: the one last used, else the publisher's standard button; only
 * active ones.
 */
export async function returnWidgetId(
  ctx: AppContext,
  publisherId: number,
  lastUsed = '',
): Promise<string | false> {
  const widgets = await listWidgets(ctx.db, publisherId)
  const used = widgets.find(({ id, active }) => active && id === lastUsed)
  return (used ?? standardButton(widgets))?.id ?? false
}
