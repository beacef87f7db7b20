import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Widget } from '../../widgets/widget.ts'
import type { PlainDonePage, PlainFormPage, WidgetConfig } from '../widget/answers.ts'
import { subscribing } from '../widget/subscribing.ts'
import { configOf, getPublicWidget, offeredCalendars } from '../widget/widget-config.ts'
import type { FindAssets, ReadPlainForm } from './assets.ts'
import { frameAncestorsOf, searchOf, sendPage } from './page.ts'

const BODY_LIMIT = 50_000

/** Subscribing through a widget without scripts: its page posts a form to its own address, and gets a page. */
export function plainFormRoutes(ctx: AppContext, assets: FindAssets, readForm: ReadPlainForm) {
  return (app: FastifyInstance) => {
    const subscribe = subscribing(ctx)

    app.post<{ Params: { id: string } }>(
      '/w/:id',
      { schema: { hide: true }, bodyLimit: BODY_LIMIT },
      async (req, reply) => {
        requireOwnPage(req)
        const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
        const config = await configOf(ctx, widget, publisher, await offeredCalendars(ctx, widget))
        const filled = Buffer.isBuffer(req.body) ? req.body.toString() : ''
        const input = readForm(config, searchOf(req), new URLSearchParams(filled)) as { email: string }
        try {
          const links = await subscribe(req, reply, widget, publisher, input)
          const done: PlainDonePage = { publisher: config.publisher, email: input.email, links }
          return await send(req, reply, widget, config, done)
        } catch (error) {
          if (!(error instanceof AppError) || !error.fields) throw error
          reply.code(400)
          const again: PlainFormPage = { config, filled, refused: error.fields }
          return send(req, reply, widget, config, again)
        }
      },
    )
    return Promise.resolve()
  }

  function send(
    req: FastifyRequest,
    reply: FastifyReply,
    { settings }: Widget,
    { publisher }: WidgetConfig,
    data: PlainFormPage | PlainDonePage,
  ): Promise<FastifyReply> {
    return sendPage(req, reply, assets('plain'), {
      title: publisher.name,
      words: ['common', 'subscribe', 'account', 'applications', 'calendar'],
      data,
      colors: publisher,
      timeZone: publisher.timezone,
      frameAncestors: frameAncestorsOf(settings.origins),
    })
  }
}

/** Throws if the form is in a page of another site: its visitors would subscribe people without knowing. */
function requireOwnPage({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('forbidden', 'This form is only for the service’s own pages')
}
