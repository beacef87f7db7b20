import type { FastifyInstance, FastifyReply } from 'fastify'
import { listCalendars } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { eventPath } from '../../events/event-path.ts'
import { listUpcoming } from '../../events/upcoming-store.ts'
import { escapeHtml } from '../../html.ts'
import type { Census } from '../../publishers/census.ts'
import { getPublicCalendar } from '../widget/public-calendar.ts'

/** Most addresses in a sitemap (sitemaps.org). */
const MOST = 50_000
const CACHED = 'public, max-age=3600'

/** An address in a sitemap, and when its page last changed, in epoch ms. */
interface Entry {
  url: string
  modified: number
}

/**
 * Sitemaps for search engines (sitemaps.org): one for each public calendar, and of a service with one publisher an
 * index of them. Where there are several publishers, none of them is named to who does not know it.
 */
export function sitemaps(ctx: AppContext, census: () => Promise<Census>) {
  return (app: FastifyInstance) => {
    const schema = { hide: true }
    const { publicUrl } = ctx.config.http

    app.get('/sitemap.xml', { schema }, async (_req, reply) => {
      const publisherId = await census()
      if (typeof publisherId !== 'number') throw new AppError('not_found', 'Not Found')
      const calendars = await listCalendars(ctx.db, publisherId, false)
      const entries = calendars.map(({ id, modified }) => ({
        ...{ url: `${publicUrl}/calendar/${id}/sitemap.xml`, modified },
      }))
      return send(reply, 'sitemapindex', 'sitemap', entries)
    })

    app.get<{ Params: { id: string } }>('/calendar/:id/sitemap.xml', { schema }, async (req, reply) => {
      const calendar = await getPublicCalendar(ctx, req.params.id)
      const wanted = { calendarIds: [calendar.id], now: ctx.now(), cancelled: true }
      const events = calendar.eventPages
        ? await listUpcoming(ctx.db, calendar.publisherId, wanted, MOST - 1)
        : []
      const page = `${publicUrl}/calendar/${calendar.id}`
      const modified = Math.max(calendar.modified, ...events.map((event) => event.modified))
      const pages = events.map((event) => ({ url: publicUrl + eventPath(event), modified: event.modified }))
      return send(reply, 'urlset', 'url', [{ url: page, modified }, ...pages])
    })
    return Promise.resolve()
  }
}

function send(reply: FastifyReply, root: string, item: string, entries: Entry[]): FastifyReply {
  const items = entries.map(
    ({ url, modified }) =>
      `<${item}><loc>${escapeHtml(url)}</loc><lastmod>${new Date(modified).toISOString()}</lastmod></${item}>`,
  )
  return reply
    .header('cache-control', CACHED)
    .type('application/xml; charset=utf-8')
    .send(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
        ...items,
        `</${root}>`,
        '',
      ].join('\n'),
    )
}
