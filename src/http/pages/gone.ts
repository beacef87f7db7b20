import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findPublisher } from '../../publishers/publisher-store.ts'
import { settleError } from '../errors.ts'
import type { GonePage } from '../widget/answers.ts'
import { presentPublisher } from '../widget/present.ts'
import { upcomingEvents } from '../widget/upcoming.ts'
import { standardOffer } from '../widget/widget-config.ts'
import type { FindAssets } from './assets.ts'
import { sendMissing } from './missing.ts'
import { sendPage } from './page.ts'

/** Events shown instead of a deleted one. */
const SHOWN = 8

/**
 * Sends the page for an address of a deleted event, with the publisher's next events: such addresses stay in calendars
 * and chats for a long time. Without a publisher it is the "not found" page.
 */
export async function sendGone(
  ctx: AppContext,
  req: FastifyRequest,
  reply: FastifyReply,
  assets: FindAssets,
  publisherId: number | undefined,
  error = new AppError('not_found', 'Not Found'),
): Promise<FastifyReply> {
  const page = publisherId === undefined ? undefined : await gonePage(ctx, publisherId)
  if (!page) return sendMissing(req, reply, assets, error)
  reply.code(settleError(error, req, reply).status)
  return sendPage(req, reply, assets('gone'), {
    title: page.publisher.name,
    words: ['common', 'message', 'events', 'calendar'],
    data: page,
    colors: page.publisher,
  })
}

async function gonePage(ctx: AppContext, publisherId: number): Promise<GonePage | undefined> {
  const publisher = await findPublisher(ctx.db, publisherId)
  if (!publisher) return undefined
  const { widget, calendars } = await standardOffer(ctx, publisherId)
  const { data } = await upcomingEvents(ctx, publisher, calendars, { limit: String(SHOWN) })
  return {
    publisher: presentPublisher(publisher, widget),
    widgetId: widget?.id ?? false,
    showCalendar: calendars.length > 1,
    upcoming: data,
  }
}
