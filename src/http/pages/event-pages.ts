import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addLinks } from '../../events/add-links.ts'
import { listChangesOfEvents } from '../../events/event-change-store.ts'
import { eventKey, eventPath, readEventKey } from '../../events/event-path.ts'
import { singleEvent } from '../../feeds/single-event.ts'
import { cancelledEventsOf } from '../../publishers/publisher.ts'
import { LANGUAGES } from '../../words/index.ts'
import { eventPage, findMoved, type FoundEvent, getPublicEvent } from '../widget/event-page.ts'
import type { FindAssets } from './assets.ts'
import { eventPreview } from './event-preview.ts'
import { eventSharing } from './event-sharing.ts'
import { sendGone } from './gone.ts'
import { languageOf } from './language.ts'
import { CACHED, sendPreview, sendToApplication } from './mail-parts.ts'
import { wantsPage } from './missing.ts'
import { searchOf, sendPage } from './page.ts'

type ByKey = FastifyRequest<{ Params: { key: string; slug?: string; application?: string } }>

/** Pages of public events, each with its file for calendar applications and its preview. */
export function eventPages(ctx: AppContext, assets: FindAssets) {
  return (app: FastifyInstance) => {
    const schema = { hide: true }
    const { publicUrl } = ctx.config.http

    const sameForAll = { schema, config: { sameForAll: true } } as const
    app.get('/e/:key', sameForAll, showPage)
    app.get('/e/:key/:slug', sameForAll, showPage)

    // With the UID of the feed, so that who follows the calendar later has the event once.
    app.get('/e/:key.ics', { schema }, async (req: ByKey, reply) => {
      const { event, publisher } = await getPublicEvent(ctx, req.params.key)
      const settings = { links: ctx.links, publicUrl, uidHost: await ctx.feeds.uidHost() }
      const text = singleEvent(event, settings, cancelledEventsOf(publisher.settings))
      return reply
        .headers({
          'cache-control': CACHED,
          'content-disposition': `attachment; filename="${eventKey(event)}.ics"`,
        })
        .type('text/calendar; charset=utf-8')
        .send(text)
    })

    app.get('/e/:key.png', { schema }, async (req: ByKey, reply) => {
      const found = await getPublicEvent(ctx, req.params.key)
      return sendPreview(reply, eventPreview(found, languageOf(req)))
    })

    // For mails: one that was sent before the event moved adds it at its new time.
    app.get('/e/:key/add/:application', { schema }, async (req: ByKey, reply) => {
      const { key, application } = req.params
      const { event } = await getPublicEvent(ctx, key)
      const page = `${publicUrl}${eventPath(event)}`
      const links = { ...addLinks(event, page) }
      return sendToApplication(reply, links, application, event.cancelled ? page : undefined)
    })

    async function showPage(req: ByKey, reply: FastifyReply): Promise<FastifyReply> {
      const found = await getPublicEvent(ctx, req.params.key).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found' && wantsPage(req)) return undefined
        throw error
      })
      if (!found) return sendGone(ctx, req, reply, assets, await publisherOfGone(req.params.key))
      const path = eventPath(found.event)
      if (!isAt(req, path)) return reply.redirect(path + searchOf(req), 302)
      return send(req, reply, found)
    }

    return Promise.resolve()
  }

  async function send(req: FastifyRequest, reply: FastifyReply, found: FoundEvent): Promise<FastifyReply> {
    const moved = await findMoved(ctx, found.event)
    const page = await eventPage(ctx, found, moved)
    return sendPage(req, reply, assets('event'), {
      title: found.event.cancelled
        ? `${LANGUAGES[languageOf(req)].events.cancelled}: ${found.event.name}`
        : found.event.name,
      words: ['common', 'events', 'event', 'applications'],
      data: page,
      colors: page.publisher,
      timeZone: found.event.timezone,
      sharing: eventSharing(found, moved, ctx.config.http.publicUrl, languageOf(req)),
    })
  }

  /** Returns the publisher of an event that was deleted, or is public no more; undefined if it never was there. */
  async function publisherOfGone(key: string): Promise<number | undefined> {
    const at = readEventKey(key)
    const changes = at ? await listChangesOfEvents(ctx.db, at.publisherId, [at.id], 0) : []
    return changes.some(({ kinds }) => kinds.includes('removed')) ? at?.publisherId : undefined
  }
}

/** True if a request is for this path, however its characters are escaped. */
function isAt(req: ByKey, path: string): boolean {
  const { key, slug = '' } = req.params
  return [key, slug].filter(Boolean).join('/') === decodeURIComponent(path.slice('/e/'.length))
}
