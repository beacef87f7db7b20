import type { Static } from 'typebox'
import { findOfferedChoice } from '../../alerts/switch-alerts.ts'
import type { PublicCalendar } from '../../catalog/public-calendars.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listFeedReaders } from '../../feeds/feed-reads.ts'
import { lastChange, lastRevision, readOwn } from '../../feeds/feed-states.ts'
import { FRESH_MS, type LinkTarget } from '../../links/links.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { isActive } from '../../reach/reach.ts'
import { readConfirmation } from '../../subscribers/confirm-link.ts'
import { type FeedLink, isPending } from '../../subscribers/feed-link.ts'
import { findRequest } from '../../subscribers/link-request-store.ts'
import { findLink } from '../../subscribers/link-store.ts'
import { feedUrls, manageLink, manageLinkBy } from '../../subscribers/manage-link.ts'
import { type Subscriber, visibleProfile } from '../../subscribers/subscriber.ts'
import { findSubscriber } from '../../subscribers/subscriber-store.ts'
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
import { fromMailUntil, isFromMail } from './fresh.ts'
import { presentListed, presentPublisher } from './present.ts'
import { type PageQuery, upcomingEvents } from './upcoming.ts'

/** The events that come with the page. */
const FIRST_EVENTS = 5

/** A manage link that opens a portal. */
export interface ActiveLink {
  target: LinkTarget
  link: FeedLink
  subscriber: Subscriber
}

/** The calendars that a subscriber can choose from. */
interface Offer {
  publisher: Publisher
  calendars: PublicCalendar[]
  /** The ids of those that the subscriber follows. */
  subscribed: Set<string>
}

type ManageLink =
  | ({ state: 'active' } & ActiveLink)
  | { state: 'pending'; target: LinkTarget; link: FeedLink }
  /** `subscriber`: undefined if the link ended before it was confirmed. */
  | { state: 'replaced' | 'ended'; target: LinkTarget; subscriber: Subscriber | undefined }

const REFUSED = {
  pending: 'This link was not confirmed yet',
  ended: 'subscriber is not active',
  replaced: 'This link has ended',
}

/** Reads a manage link and its state. Forged tokens are refused without a query. */
export async function readManageLink(ctx: AppContext, token: string): Promise<ManageLink | undefined> {
  const target = ctx.links.read('manage', token)
  const link = target && (await findLink(ctx.db, target.publisherId, target.id, target.number))
  if (!link) return undefined
  if (isPending(link)) return { state: 'pending', target, link }
  if (link.confirmedAt === null) return { state: 'replaced', target, subscriber: undefined }
  const subscriber = await findSubscriber(ctx.db, target.publisherId, target.id)
  if (!subscriber) return undefined
  if (!subscriber.active) return { state: 'ended', target, subscriber }
  return link.endedAt === null
    ? { state: 'active', target, link, subscriber }
    : { state: 'replaced', target, subscriber }
}

/** Returns the link and the subscriber of a live manage link. Throws for any other. */
export async function getActiveLink(ctx: AppContext, token: string): Promise<ActiveLink> {
  const link = await readManageLink(ctx, token)
  if (!link) throw new AppError('not_found', 'Not Found')
  if (link.state === 'active') return link
  throw new AppError('forbidden', REFUSED[link.state])
}

/**
 * Returns whether a browser with these cookies may see and change the subscriber's data: it came from a mail, or the
 * link is the one that the data of a new subscriber was just typed for.
 */
export function isFresh(ctx: AppContext, { target, link }: ActiveLink, cookies?: string): boolean {
  return isFromMail(ctx, cookies, target) || (link.freshUntil ?? 0) > ctx.now()
}

/** Like `getActiveLink`, for what shows or changes the subscriber's data. */
export async function getFreshLink(ctx: AppContext, token: string, cookies?: string): Promise<ActiveLink> {
  const active = await getActiveLink(ctx, token)
  if (isFresh(ctx, active, cookies)) return active
  throw needsMail()
}

export function needsMail(): AppError {
  const message = 'This needs a link from a mail of the last hour. POST /manage/{token}/mail sends one'
  return new AppError('forbidden', message)
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
      ...presentListed(calendar, publisher),
      subscribed: subscribed.has(calendar.id),
    })),
    upcoming: await upcomingOf(ctx, subscriber, offer, fresh, { limit: String(FIRST_EVENTS) }),
    readers: reading?.readers ?? [],
    changedAt: reading?.changedAt ?? null,
    widgetId: await returnWidgetId(ctx, publisher.id, subscriber.widgetId),
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
  const readers = await listFeedReaders(ctx.db, subscriber.publisherId, subscriber.id)
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
 * Returns whether a link was given within the hour. Until then its page shows the feed's address, so that the one
 * who got both goes on on another device. Later the page may be open to somebody who was forwarded an event. That
 * holds for a pending link too: once it is confirmed, its feed has private events at the same address.
 */
export function isNew(ctx: AppContext, { created }: Pick<FeedLink, 'created'>): boolean {
  return created + FRESH_MS > ctx.now()
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
