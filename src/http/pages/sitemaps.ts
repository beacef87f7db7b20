import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Calendar } from '../../calendars/calendar.ts'
import { listCalendars } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { eventPath } from '../../events/event-path.ts'
import { listUpcoming } from '../../events/upcoming-store.ts'
import { escapeHtml } from '../../html.ts'
import { pause } from '../../pause.ts'
import type { Census } from '../../publishers/census.ts'
import { getPublicCalendar } from '../widget/public-calendar.ts'

/** Most addresses in a sitemap (sitemaps.org). */
const MOST = 50_000
/** Events that are read at once. */
const PORTION = 500
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
      const pages = calendar.eventPages ? await readPages(ctx, calendar) : []
      const url = `${publicUrl}/calendar/${calendar.id}`
      const modified = pages.reduce((latest, page) => Math.max(latest, page.modified), calendar.modified)
      return send(reply, 'urlset', 'url', [{ url, modified }, ...pages])
    })
    return Promise.resolve()
  }
}

/** The pages of a calendar's events, read in portions: they may be many, and only little of each is needed. */
async function readPages(ctx: AppContext, { publisherId, id }: Calendar): Promise<Entry[]> {
  const wanted = { calendarIds: [id], now: ctx.now(), cancelled: true }
  const pages: Entry[] = []
  let after: CalendarEvent | undefined
  while (pages.length < MOST - 1) {
    const portion = Math.min(PORTION, MOST - 1 - pages.length)
    const events = await listUpcoming(ctx.db, publisherId, { ...wanted, after }, portion)
    if (events.length === 0) break
    for (const event of events)
      pages.push({ url: ctx.config.http.publicUrl + eventPath(event), modified: event.modified })
    after = events.at(-1)
    await pause()
  }
  return pages
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
