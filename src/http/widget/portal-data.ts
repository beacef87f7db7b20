import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { manageLink } from '../../subscribers/manage-link.ts'
import { linkGeneration, type Subscriber, toldBy } from '../../subscribers/subscriber.ts'
import { findSubscriber } from '../../subscribers/subscriber-store.ts'
import { listSubscribedCalendarIds } from '../../subscribers/subscription-store.ts'
import { standardButton } from '../../widgets/widget.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import { subscriberUrls } from '../api/present-subscriber.ts'
import { OK } from '../api/schemas.ts'
import type { PortalData, PortalState, SubscriberLinks } from './answers.ts'
import { presentListed, presentPublisher } from './present.ts'

/** Whose manage link a token is, and whether it is good. A forged one is told without the database. */
async function readManageLink(ctx: AppContext, token: string) {
  const target = ctx.links.read('manage', token)
  const subscriber = target && (await findSubscriber(ctx.db, target.publisherId, target.id))
  if (!subscriber) return undefined
  const state = !subscriber.active
    ? ('ended' as const)
    : linkGeneration(subscriber) === target.number
      ? ('active' as const)
      : ('replaced' as const)
  return { state, subscriber }
}

/** The subscriber of a manage link that is good; refuses all others. */
export async function getByManageLink(ctx: AppContext, token: string): Promise<Subscriber> {
  const link = await readManageLink(ctx, token)
  if (!link) throw new AppError('not_found', 'Not Found')
  if (link.state === 'ended') throw new AppError('forbidden', 'subscriber is not active')
  if (link.state === 'replaced') throw new AppError('forbidden', 'This link was replaced by a new one')
  return link.subscriber
}

/** What the page behind a manage link shows; undefined when there is no such link. */
export async function portalState(ctx: AppContext, token: string): Promise<PortalState | undefined> {
  const link = await readManageLink(ctx, token)
  if (!link) return undefined
  const { state, subscriber } = link
  if (state === 'active') return { state, ...(await portalData(ctx, subscriber)) }
  const publisher = await getPublisher(ctx.db, subscriber.publisherId)
  return { state, publisher: presentPublisher(publisher), widgetId: await widgetToComeBack(ctx, subscriber) }
}

/** What is stored of an active subscriber, and what is offered to it. */
export async function portalData(ctx: AppContext, subscriber: Subscriber): Promise<PortalData> {
  const { email, reminders } = subscriber
  const publisher = await getPublisher(ctx.db, subscriber.publisherId)
  const subscribed = new Set(await listSubscribedCalendarIds(ctx.db, publisher.id, subscriber.id))
  const calendars = await ctx.offer.list(publisher.id)
  return {
    ...subscriberLinks(ctx, subscriber, publisher),
    email,
    profile: toldBy(subscriber),
    reminders,
    publisher: presentPublisher(publisher),
    calendars: calendars.map((calendar) => ({
      ...presentListed(calendar, publisher),
      subscribed: subscribed.has(calendar.id),
    })),
    widgetId: await widgetToComeBack(ctx, subscriber),
  }
}

/** The addresses a subscriber has now. */
export function subscriberLinks(
  ctx: AppContext,
  subscriber: Subscriber,
  publisher: Publisher,
): SubscriberLinks {
  return {
    ...OK,
    calendarUrl: subscriberUrls(ctx, subscriber, publisher),
    manageUrl: manageLink(ctx, subscriber),
  }
}

/** The one last used, else the publisher's standard button; only if it is switched on. */
async function widgetToComeBack(ctx: AppContext, subscriber: Subscriber): Promise<string | false> {
  const widgets = await listWidgets(ctx.db, subscriber.publisherId)
  const used = widgets.find(({ id, active }) => active && id === subscriber.widgetId)
  return (used ?? standardButton(widgets))?.id ?? false
}
