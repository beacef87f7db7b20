import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Census } from '../../publishers/census.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { LANGUAGES } from '../../words/index.ts'
import { standardOffer } from '../widget/widget-config.ts'
import type { FindAssets } from './assets.ts'
import { languageOf } from './language.ts'
import { wantsPage } from './missing.ts'
import { type PageLink, sendMessage } from './page.ts'

/**
 * The page at `/`: the calendars that the service's publisher offers, and the ways in for staff and developers. Where
 * there are several publishers it names none of them. Programs get 404.
 */
export function frontPage(ctx: AppContext, assets: FindAssets, census: () => Promise<Census>) {
  return (app: FastifyInstance) => {
    app.get('/', { schema: { hide: true } }, async (req, reply) => {
      if (!wantsPage(req)) throw new AppError('not_found', 'Not Found')
      const words = LANGUAGES[languageOf(req)].front
      const found = await census()
      const publisher = typeof found === 'number' ? await getPublisher(ctx.db, found) : undefined
      const calendars = publisher ? await calendarLinks(publisher.id) : []
      const text = calendars.length > 0 ? words.calendars : found === 'none' ? words.empty : words.others
      return sendMessage(req, reply, assets('message'), {
        title: publisher?.company ?? 'Fasti',
        text,
        links: calendars,
        ways: [
          { label: words.staff, href: '/admin' },
          { label: words.developers, href: '/docs' },
        ],
      })
    })
    return Promise.resolve()
  }

  async function calendarLinks(publisherId: number): Promise<PageLink[]> {
    const { calendars } = await standardOffer(ctx, publisherId)
    return calendars.map(({ id, name }) => ({ label: name, href: `/calendar/${id}` })).toSorted(byLabel)
  }
}

function byLabel(a: PageLink, b: PageLink): number {
  return a.label.localeCompare(b.label)
}
