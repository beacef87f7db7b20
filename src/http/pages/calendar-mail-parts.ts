import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { findNextEvents } from '../../events/upcoming-store.ts'
import { publicCalendarUrls } from '../../links/calendar-urls.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { getPublicCalendar } from '../widget/public-calendar.ts'
import { emptyPreview, eventPreview } from './event-preview.ts'
import { languageOf } from './language.ts'
import { sendPreview, sendToApplication } from './mail-parts.ts'

type ById = FastifyRequest<{ Params: { id: string; application?: string } }>

/** The parts of a public calendar that mails show or link to: the picture of its next event, and its applications. */
export function calendarMailParts(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const schema = { hide: true }

    app.get('/calendar/:id.png', { schema }, async (req: ById, reply) => {
      const calendar = await getPublicCalendar(ctx, req.params.id)
      const publisher = await getPublisher(ctx.db, calendar.publisherId)
      const next = await findNextEvents(ctx.db, publisher.id, ctx.now(), [calendar.id])
      const event = next.get(calendar.id)
      const language = languageOf(req)
      const preview = event
        ? eventPreview({ event, calendar, publisher }, language)
        : emptyPreview({ calendar, publisher }, language)
      return sendPreview(reply, preview)
    })

    // Mail programs remove links to other schemes than http, such as webcal.
    app.get('/calendar/:id/add/:application', { schema }, async (req: ById, reply) => {
      const { id, name } = await getPublicCalendar(ctx, req.params.id)
      const urls = publicCalendarUrls(ctx.config.http.publicUrl, id, name)
      const links = {
        google: urls.googleUrl,
        apple: urls.appleCalUrl,
        outlookcom: urls.outlookcomUrl,
      }
      return sendToApplication(reply, links, req.params.application)
    })
    return Promise.resolve()
  }
}
