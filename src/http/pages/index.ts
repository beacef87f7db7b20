import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Census } from '../../publishers/census.ts'
import { PROVIDER_NAMES } from '../../push-targets/grant.ts'
import { viewOf } from '../../widgets/event-view.ts'
import { type Language, LANGUAGES } from '../../words/index.ts'
import { say } from '../../words/say.ts'
import { signedInUser } from '../admin/signed-in-user.ts'
import { settleError } from '../errors.ts'
import { PICTURE_HEADERS, SHARED_HEADERS, WORKER_HEADERS } from '../headers.ts'
import { letCachesKeep } from '../shared-caches.ts'
import type { EventsPageData, LostLink, PortalState, UpcomingEvent } from '../widget/answers.ts'
import { confirmPage } from '../widget/confirm.ts'
import { emailPage } from '../widget/email.ts'
import { freshUntilBy, keepFresh } from '../widget/fresh.ts'
import { monthEvents, monthOf } from '../widget/month.ts'
import { portalState } from '../widget/portal-data.ts'
import { presentPublisher } from '../widget/present.ts'
import { publicCalendarPage } from '../widget/public-calendar.ts'
import { filterCalendars, placeOf, upcomingEvents } from '../widget/upcoming.ts'
import { configOf, getPublicWidget, offeredCalendars } from '../widget/widget-config.ts'
import { alertPages } from './alerts.ts'
import { type FindAssets, type Renderer, WEB_FOLDER } from './assets.ts'
import { calendarMailParts } from './calendar-mail-parts.ts'
import { consentCallback } from './consent-callback.ts'
import { eventPages } from './event-pages.ts'
import { guidePages } from './guide.ts'
import { languageOf } from './language.ts'
import { type AdminData, frameAncestorsOf, sendMessage, sendPage } from './page.ts'
import { plainFormRoutes } from './plain-form.ts'
import { sitemaps } from './sitemaps.ts'

const A_YEAR = '365d'
const EMBED_MAX_AGE = 'public, max-age=300'

interface ById {
  Params: { id: string }
  Querystring: Record<string, string>
}

/** Pages for people: subscribing, the events of a widget, a public calendar, the subscriber's portal. */
export function pageRoutes(
  ctx: AppContext,
  assets: FindAssets,
  { readPlainForm }: Renderer,
  census: () => Promise<Census>,
) {
  return async (app: FastifyInstance) => {
    const schema = { hide: true }
    const { publicUrl } = ctx.config.http
    const sameForAll = { schema, config: { sameForAll: true } } as const
    letCachesKeep(app)

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
    app.get('/icon.svg', { schema }, (_req, reply) =>
      reply.headers(PICTURE_HEADERS).sendFile('icon.svg', WEB_FOLDER),
    )
    // Below /manage, so that its scope can be a portal.
    app.get('/manage/worker.js', { schema }, (_req, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', ...WORKER_HEADERS })
        .sendFile('worker.js', WEB_FOLDER, { maxAge: 0, cacheControl: false, immutable: false }),
    )
    app.setErrorHandler((error: FastifyError, req, reply) => {
      reply.code(settleError(error, req, reply).status)
      return sendMessage(req, reply, assets('message'), errorText(req, reply.statusCode))
    })

    for (const name of PROVIDER_NAMES) await app.register(consentCallback(ctx, assets, name))
    await app.register(alertPages(ctx, assets))
    await app.register(eventPages(ctx, assets))
    await app.register(plainFormRoutes(ctx, assets, readPlainForm))
    await app.register(calendarMailParts(ctx))
    await app.register(sitemaps(ctx, census))
    await app.register(guidePages(assets))

    app.get<ById>('/w/:id', sameForAll, async (req, reply) => {
      const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
      const config = await configOf(ctx, widget, publisher, await offeredCalendars(ctx, widget))
      return sendPage(req, reply, assets('subscribe'), {
        title: publisher.company,
        words: ['common', 'subscribe', 'account', 'applications', 'calendar', 'pushed'],
        data: config,
        colors: config.publisher,
        timeZone: publisher.timezone,
        frameAncestors: frameAncestorsOf(widget.settings.origins),
        sharing: {
          url: `${publicUrl}/w/${widget.id}`,
          description: LANGUAGES[languageOf(req)].calendar.subscribeText,
          siteName: publisher.company,
        },
      })
    })

    app.get<ById>('/w/:id/events', sameForAll, async (req, reply) => {
      const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
      const offered = await offeredCalendars(ctx, widget)
      const config = await configOf(ctx, widget, publisher, offered)
      const { events } = LANGUAGES[languageOf(req)]
      const shown = filterCalendars(offered, req.query)
      const data: EventsPageData =
        viewOf(req.query, config.widget.view) === 'month'
          ? {
              config,
              month: await monthEvents(ctx, publisher, shown, monthOf(req.query, publisher, ctx.now())),
            }
          : { config, upcoming: await upcomingEvents(ctx, publisher, shown, { after: placeOf(req.query) }) }
      return sendPage(req, reply, assets(data.month ? 'month' : 'events'), {
        title: say(events.title, { publisher: publisher.company }),
        words: ['common', 'events', 'month'],
        data,
        colors: config.publisher,
        timeZone: publisher.timezone,
        frameAncestors: frameAncestorsOf(widget.settings.origins),
        sharing: {
          url: `${publicUrl}/w/${widget.id}/events`,
          description: nextInWords((data.upcoming ?? data.month)!.data) || events.noneText,
          siteName: publisher.company,
        },
      })
    })

    // A frame that reports to the embedding page whether the widget's button may be shown; see web/embed.
    app.get<ById>('/w/:id/status', sameForAll, async (req, reply) => {
      const existing = await getPublicWidget(ctx, req.params.id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') return undefined
        throw error
      })
      return sendPage(req, reply, assets('status'), {
        title: '',
        words: [],
        data: { widgetId: req.params.id },
        frameAncestors: frameAncestorsOf(existing?.widget.settings.origins),
      })
    })

    app.get<ById>('/w/:id/link', { schema }, async (req, reply) => {
      const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
      return sendPortal(req, reply, {
        state: 'lost',
        publisher: presentPublisher(publisher, widget),
        widgetId: widget.id,
      })
    })

    app.get<{ Params: { token: string } }>('/manage/:token', { schema }, async (req, reply) => {
      const state = await portalState(ctx, req.params.token, req.headers.cookie)
      if (!state) throw new AppError('not_found', 'Not Found')
      const manifest = `/manage/${req.params.token}/manifest.webmanifest`
      return sendPortal(req, reply, state, state.state === 'active' ? manifest : undefined)
    })

    // The link in mails, and the one to another device. An expired code opens the portal as any link does.
    app.get<{ Params: { token: string; code: string } }>(
      '/manage/:token/fresh/:code',
      { schema },
      async (req, reply) => {
        const { token, code } = req.params
        const target = ctx.links.read('manage', token)
        if (!target) throw new AppError('not_found', 'Not Found')
        const until = freshUntilBy(ctx, code, target)
        if (until !== undefined) keepFresh(ctx, reply, target, until)
        return reply.header('cache-control', 'no-store').redirect(`/manage/${token}`, 303)
      },
    )

    app.get<{ Params: { token: string } }>('/confirm/:token', { schema }, async (req, reply) => {
      const page = await confirmPage(ctx, req.params.token)
      if (!page) throw new AppError('not_found', 'Not Found')
      return sendPage(req, reply, assets('confirm'), {
        title: page.publisher.name,
        words: ['common', 'subscribe', 'account', 'applications', 'portal', 'confirm'],
        data: page,
        colors: page.publisher,
      })
    })

    app.get<{ Params: { token: string } }>('/email/:token', { schema }, async (req, reply) => {
      const page = await emailPage(ctx, req.params.token)
      if (!page) throw new AppError('not_found', 'Not Found')
      return sendPage(req, reply, assets('email'), {
        title: page.publisher.name,
        words: ['common', 'portal', 'confirm', 'email'],
        data: page,
        colors: page.publisher,
      })
    })

    app.get<ById>('/calendar/:id', sameForAll, async (req, reply) => {
      const page = await publicCalendarPage(ctx, req.params.id, placeOf(req.query))
      const { calendar, publisher, upcoming } = page
      return sendPage(req, reply, assets('calendar'), {
        title: calendar.name,
        words: ['common', 'applications', 'events', 'calendar', 'pushed'],
        data: page,
        colors: publisher,
        timeZone: publisher.timezone,
        sharing: {
          url: `${publicUrl}/calendar/${calendar.id}`,
          image: `${publicUrl}/calendar/${calendar.id}.png`,
          description: nextInWords(upcoming) || LANGUAGES[languageOf(req)].calendar.subscribeText,
          siteName: publisher.name,
        },
        feeds: {
          'text/calendar': `/calendar/${page.calendar.id}.ics`,
          'application/feed+json': `/calendar/${page.calendar.id}.json`,
          'application/atom+xml': `/calendar/${page.calendar.id}.atom`,
        },
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

    // Contains no data: the admin portal around it passes in what it shows.
    app.get('/admin/widget-preview', { schema }, (req, reply) =>
      sendPage(req, reply, assets('preview'), {
        title: 'Preview',
        words: ['common', 'subscribe', 'account', 'applications', 'events', 'month', 'pushed'],
        data: {},
        frameAncestors: "'self'",
      }),
    )

    // The admin portal is a single page: its script picks the view by URL.
    for (const url of ['/admin', '/admin/*']) {
      app.get<{ Params: { '*'?: string } }>(url, { schema }, async (req, reply) => {
        // The admin API is called by programs, so unknown paths below it get JSON instead of this page.
        if (/^api(\/|$)/.test(req.params['*'] ?? '')) return reply.callNotFound()
        const data: AdminData = { empty: (await census()) === 'none' }
        const language = (await signedInUser(ctx, req))?.user.language
        const wordsOf = (language: Language) => assets(`admin-${language}`)
        const admin = { language, wordsOf }
        return sendPage(req, reply, assets('admin'), { title: 'Fasti', words: [], data, admin })
      })
    }

    function sendPortal(
      req: FastifyRequest,
      reply: FastifyReply,
      data: PortalState | LostLink,
      manifest?: string,
    ) {
      return sendPage(req, reply, assets('portal'), {
        title: data.publisher.name,
        words: [
          'common',
          'subscribe',
          'account',
          'applications',
          'events',
          'portal',
          'mine',
          'email',
          'push',
          'alerts',
          'pushed',
          'pushedScreen',
        ],
        data,
        colors: data.publisher,
        manifest,
      })
    }
  }
}

const IN_WORDS = 3

/** Names the first events of a list, for chats and search engines. */
function nextInWords(events: UpcomingEvent[]): string {
  return events
    .slice(0, IN_WORDS)
    .map(({ name }) => name)
    .join(' · ')
}

/** Returns the text of an error page. */
function errorText(req: FastifyRequest, status: number): { title: string; text: string } {
  const { common, message, subscribe } = LANGUAGES[languageOf(req)]
  if (status !== 404) return { title: message.failedTitle, text: common.failed }
  return req.url.startsWith('/w/')
    ? { title: subscribe.closedTitle, text: subscribe.closedText }
    : { title: message.notFoundTitle, text: message.notFoundText }
}
