import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { ERRORS } from '../api/schemas.ts'
import { getPublicCalendar } from './public-calendar.ts'
import { choose, PageQuery, upcomingEvents, UpcomingQuery } from './upcoming.ts'
import { getPublicWidget, offeredCalendars, widgetConfig } from './widget-config.ts'

const ById = Type.Object({ id: Type.String() })
const ConfigQuery = Type.Object({
  apiKey: Type.Optional(Type.String({ description: 'Has to be a good key of the widget’s publisher.' })),
})

/** What anybody may read: a widget's settings, and what comes next in its calendars or in one. */
export function publicRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Widget']
    const onRequest = openToAllOrigins

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof ConfigQuery> }>(
      '/w/:id/config',
      {
        onRequest,
        schema: {
          tags,
          summary: 'What a widget shows',
          params: ById,
          querystring: ConfigQuery,
          response: ERRORS,
        },
      },
      (req) => widgetConfig(ctx, req.params.id, req.query.apiKey),
    )

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof UpcomingQuery> }>(
      '/w/:id/upcoming',
      {
        onRequest,
        schema: {
          tags,
          summary: 'Events that come next in a widget’s calendars',
          params: ById,
          querystring: UpcomingQuery,
          response: ERRORS,
        },
      },
      async (req) => {
        const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
        const calendars = choose(await offeredCalendars(ctx, widget), req.query)
        return upcomingEvents(ctx, publisher, calendars, req.query)
      },
    )

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof PageQuery> }>(
      '/calendar/:id/upcoming',
      {
        onRequest,
        schema: {
          tags,
          summary: 'Events that come next in a public calendar',
          params: ById,
          querystring: PageQuery,
          response: ERRORS,
        },
      },
      async (req) => {
        const calendar = await getPublicCalendar(ctx, req.params.id)
        const publisher = await getPublisher(ctx.db, calendar.publisherId)
        return upcomingEvents(ctx, publisher, [calendar], req.query)
      },
    )
    return Promise.resolve()
  }
}

/** Scripts of any page may read the answer: it holds nothing of the person who asks. */
async function openToAllOrigins(_req: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}
