import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { FRESH_MS, type LinkTarget } from '../../links/links.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { confirmLink, readConfirmation } from '../../subscribers/confirm-link.ts'
import { offeredApplication } from '../../subscribers/feed-link.ts'
import { findLink } from '../../subscribers/link-store.ts'
import { manageLink } from '../../subscribers/manage-link.ts'
import { contract } from '../contract.ts'
import { type ConfirmPage, SubscriberLinks } from './answers.ts'
import { requireFormRate } from './forms.ts'
import { keepFresh } from './fresh.ts'
import { returnWidgetId, subscriberLinks } from './portal-data.ts'
import { presentPublisher } from './present.ts'

const ByToken = Type.Object({ token: Type.String({ description: 'The last part of the link in the mail.' }) })

/** Confirms a pending link. The mail links to a page, whose button sends this: programs open links in mails. */
export function confirmRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Params: Static<typeof ByToken> }>(
      '/confirm/:token',
      {
        config: { invalid: 'Invalid Subscriber Data' },
        schema: contract({
          id: 'confirm',
          summary: 'Confirm a request',
          description:
            'What was asked for is added to the person, and the link becomes one of their own, at the same address. Confirming again changes nothing. The browser counts as one that came from a mail, for an hour from the first time. 403: it was asked for more than 30 days ago, or the link has ended.',
          tags: ['Widget'],
          params: ByToken,
          answers: { 200: SubscriberLinks },
          refuses: [403, 404, 429],
        }),
      },
      async (req, reply) => {
        const target = ctx.links.read('confirm', req.params.token)
        if (!target) throw new AppError('not_found', 'Not Found')
        await requireFormRate(ctx, req, reply, target)
        const link = await confirmLink(ctx, target)
        const until = await freshUntil(link)
        if (until > ctx.now()) keepFresh(ctx, reply, link, until)
        return subscriberLinks(ctx, link, await getPublisher(ctx.db, target.publisherId))
      },
    )
    return Promise.resolve()
  }

  /**
   * Returns until when (epoch ms) the mail makes a browser fresh. Counted from the confirmation: the mail is good for
   * ever, and must not open a portal years later.
   */
  async function freshUntil({ publisherId, id, number }: LinkTarget): Promise<number> {
    const link = await findLink(ctx.db, publisherId, id, number)
    return (link?.confirmedAt ?? 0) + FRESH_MS
  }
}

/** Returns the data of the page that confirms a request, or undefined for an invalid link. */
export async function confirmPage(ctx: AppContext, token: string): Promise<ConfirmPage | undefined> {
  const target = ctx.links.read('confirm', token)
  if (!target) return undefined
  const { publisherId } = target
  const publisher = await getPublisher(ctx.db, publisherId)
  const confirmation = await readConfirmation(ctx.db, target, ctx.now())
  const { state } = confirmation
  const page: ConfirmPage = {
    ...{ state, publisher: presentPublisher(publisher), widgetId: await returnWidgetId(ctx, publisherId) },
    ...{ calendars: [], application: '', asked: 0, manageUrl: '' },
  }
  if (state === 'confirmed') return { ...page, manageUrl: manageLink(ctx, confirmation.link) }
  if (state !== 'asked') return page
  const { calendarIds, request, created } = confirmation.request
  const calendars = await listCalendarsById(ctx.db, publisherId, calendarIds)
  return {
    ...page,
    widgetId: await returnWidgetId(ctx, publisherId, request.widgetId),
    calendars: calendars.filter(({ draft }) => !draft).map(({ name }) => name),
    application: offeredApplication(request.application),
    asked: created,
  }
}
