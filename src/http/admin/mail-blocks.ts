import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { getCalendar } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { listLiveCalendars } from '../../events/event-calendars.ts'
import { getEvent } from '../../events/event-store.ts'
import { standardButton } from '../../widgets/widget.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { calendarBlock, eventBlock } from './mail-block-html.ts'
import { MailBlockAnswer } from './mail-blocks-schemas.ts'
import { LanguageName } from './user-fields.ts'

const ById = Type.Object({ id: Key })
const Query = Type.Object({
  lang: Type.Optional({ ...LanguageName, description: 'The language of its texts; without it, English.' }),
})
interface Asked {
  Params: Static<typeof ById>
  Querystring: Static<typeof Query>
}

/** Blocks of HTML for publishers' own mails. */
export function mailBlockRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return (app: FastifyInstance) => {
    const config = { role: 'viewer', invalid: 'Invalid Parameters' } as const
    const common = { params: ById, query: Query, answers: { 200: MailBlockAnswer } }

    app.get<Asked>(
      '/events/:id/mail-block',
      {
        config,
        schema: contract({
          id: 'getEventMailBlock',
          tags: ['Events'],
          summary: 'A public event as HTML for a mail',
          ...common,
        }),
      },
      async ({ params, query, publisher }): Promise<MailBlockAnswer> => {
        const event = await getEvent(ctx.db, publisher.id, params.id)
        if (event.private) throw notFound('Event', params.id)
        const calendars = await listLiveCalendars(ctx.db, event)
        if (event.draft || calendars.length === 0)
          throw new AppError('conflict', 'A draft has no page that a mail could lead to. Publish it first.', {
            kind: 'draft_without_page',
          })
        if (!calendars.some(({ eventPages }) => eventPages))
          throw new AppError(
            'conflict',
            'The events of this calendar have no pages that a mail could lead to.',
            { kind: 'events_without_pages' },
          )
        return { data: eventBlock(event, publisher, publicUrl, query.lang ?? 'en'), ...OK }
      },
    )

    app.get<Asked>(
      '/calendars/:id/mail-block',
      {
        config,
        schema: contract({
          id: 'getCalendarMailBlock',
          tags: ['Calendars'],
          summary: 'A calendar with its next event as HTML for a mail',
          ...common,
        }),
      },
      async ({ params, query, publisher }): Promise<MailBlockAnswer> => {
        const calendar = await getCalendar(ctx.db, publisher.id, params.id)
        if (calendar.draft)
          throw new AppError(
            'conflict',
            'A draft has no page that a mail could lead to. Make it live first.',
            { kind: 'draft_without_page' },
          )
        const widget = standardButton(await listWidgets(ctx.db, publisher.id), calendar.id)
        return {
          data: calendarBlock(calendar, widget?.id, publisher, publicUrl, query.lang ?? 'en'),
          ...OK,
        }
      },
    )
    return Promise.resolve()
  }
}
