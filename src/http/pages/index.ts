import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { LANGUAGES } from '../../words/index.ts'
import { settleError } from '../errors.ts'
import { SHARED_HEADERS } from '../headers.ts'
import { portalState } from '../widget/portal-data.ts'
import { presentPublisher } from '../widget/present.ts'
import { publicCalendarPage } from '../widget/public-calendar.ts'
import { choose, upcomingEvents } from '../widget/upcoming.ts'
import { configOf, getPublicWidget, offeredCalendars } from '../widget/widget-config.ts'
import { type FindAssets, WEB_FOLDER } from './assets.ts'
import { languageOf } from './language.ts'
import { sendMessage, sendPage } from './page.ts'

const A_YEAR = '365d'
const EMBED_MAX_AGE = 'public, max-age=300'

interface ById {
  Params: { id: string }
  Querystring: Record<string, string>
}

/** The pages people see: subscribing, a widget's events, a public calendar, the subscriber's portal. */
export function pageRoutes(ctx: AppContext, assets: FindAssets) {
  return async (app: FastifyInstance) => {
    const schema = { hide: true }

    await app.register(fastifyStatic, {
      root: `${WEB_FOLDER}/assets`,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: A_YEAR,
      index: false,
    })
    app.get('/widget.js', { schema }, (_req, reply) =>
      reply
        .headers({ 'cache-control': EMBED_MAX_AGE, ...SHARED_HEADERS })
        .sendFile('widget.js', WEB_FOLDER, { maxAge: 0, cacheControl: false, immutable: false }),
    )
    app.setErrorHandler((error: FastifyError, req, reply) => {
      reply.code(settleError(error, req, reply).status)
      return sendMessage(req, reply, assets('message'), whatToSay(req, reply.statusCode))
    })

    app.get<ById>('/w/:id', { schema }, async (req, reply) => {
      const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
      return sendPage(req, reply, assets('subscribe'), {
        title: publisher.company,
        words: ['common', 'subscribe', 'apps'],
        data: configOf(widget, publisher, await offeredCalendars(ctx, widget)),
        frameAncestors: frameAncestorsOf(widget.settings.origins),
      })
    })

    app.get<ById>('/w/:id/events', { schema }, async (req, reply) => {
      const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
      const offered = await offeredCalendars(ctx, widget)
      return sendPage(req, reply, assets('events'), {
        title: publisher.company,
        words: ['common', 'events'],
        data: {
          config: configOf(widget, publisher, offered),
          upcoming: await upcomingEvents(ctx, publisher, choose(offered, req.query), {}),
        },
        frameAncestors: frameAncestorsOf(widget.settings.origins),
      })
    })

    // Tells the page that embeds a widget whether its button may be shown; see web/embed.
    app.get<ById>('/w/:id/status', { schema }, async (req, reply) => {
      const found = await getPublicWidget(ctx, req.params.id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') return undefined
        throw error
      })
      return sendPage(req, reply, assets('status'), {
        title: '',
        words: [],
        data: { widgetId: req.params.id },
        frameAncestors: frameAncestorsOf(found?.widget.settings.origins),
      })
    })

    app.get<ById>('/w/:id/link', { schema }, async (req, reply) => {
      const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
      return sendPortal(req, reply, publisher.company, {
        state: 'lost',
        publisher: presentPublisher(publisher, widget),
        widgetId: widget.id,
      })
    })

    app.get<{ Params: { token: string } }>('/manage/:token', { schema }, async (req, reply) => {
      const state = await portalState(ctx, req.params.token)
      if (!state) throw new AppError('not_found', 'Not Found')
      return sendPortal(req, reply, state.publisher.name, state)
    })

    app.get<ById>('/calendar/:id', { schema }, async (req, reply) => {
      const page = await publicCalendarPage(ctx, req.params.id)
      return sendPage(req, reply, assets('calendar'), {
        title: page.calendar.name,
        words: ['common', 'apps', 'events', 'calendar'],
        data: page,
        indexed: true,
      })
    })

    app.get('/docs', { schema }, (req, reply) =>
      sendPage(req, reply, assets('docs'), {
        title: 'Fasti API',
        words: ['common'],
        data: app.swagger(),
        english: true,
      }),
    )

    // Has nothing of anybody: the portal around it hands over what it shows.
    app.get('/admin/widget-preview', { schema }, (req, reply) =>
      sendPage(req, reply, assets('preview'), {
        title: 'Preview',
        words: ['common', 'subscribe', 'apps', 'events'],
        data: {},
        frameAncestors: "'self'",
      }),
    )

    // The publisher's portal is one page with many addresses: what is shown, its script decides.
    for (const url of ['/admin', '/admin/*']) {
      app.get<{ Params: { '*'?: string } }>(url, { schema }, (req, reply) => {
        // Below it is the admin API, which is called by programs: an address it does not have is no page.
        if (/^api(\/|$)/.test(req.params['*'] ?? '')) return reply.callNotFound()
        return sendPage(req, reply, assets('admin'), { title: 'Fasti', words: [], data: {}, portal: true })
      })
    }

    function sendPortal(req: FastifyRequest, reply: FastifyReply, title: string, data: unknown) {
      return sendPage(req, reply, assets('portal'), {
        title,
        words: ['common', 'subscribe', 'apps', 'portal'],
        data,
      })
    }
  }
}

/** What a page says that can't be shown. */
function whatToSay(req: FastifyRequest, status: number): { title: string; text: string } {
  const { common, message, subscribe } = LANGUAGES[languageOf(req)]
  if (status !== 404) return { title: message.failedTitle, text: common.failed }
  return req.url.startsWith('/w/')
    ? { title: subscribe.closedTitle, text: subscribe.closedText }
    : { title: message.notFoundTitle, text: message.notFoundText }
}

/** Where a widget's pages may be shown in a frame: anywhere, unless the publisher named its pages' origins. */
function frameAncestorsOf(origins: string[] | undefined): string {
  return origins ? ["'self'", ...origins].join(' ') : '*'
}
