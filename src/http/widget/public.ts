import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { contract } from '../contract.ts'
import { MonthEvents, UpcomingEvents, WidgetConfig } from './answers.ts'
import { ById } from './forms.ts'
import { monthEvents, MonthQuery } from './month.ts'
import { getPublicCalendar } from './public-calendar.ts'
import { filterCalendars, PageQuery, upcomingEvents, UpcomingQuery } from './upcoming.ts'
import { getPublicWidget, offeredCalendars, widgetConfig } from './widget-config.ts'

const ByCalendar = Type.Object({ id: Type.String({ description: 'The id of a calendar.' }) })
const ConfigQuery = Type.Object({
  apiKey: Type.Optional(Type.String({ description: 'Has to be a good key of the widget’s publisher.' })),
})

/** Public data: a widget's settings, and events of its calendars or of one calendar. */
export function publicRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Widget']
    const onRequest = openToAllOrigins
    const config = { sameForAll: true } as const

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof ConfigQuery> }>(
      '/w/:id/config',
      {
        onRequest,
        config,
        schema: contract({
          id: 'getWidget',
          summary: 'What a widget shows',
          description: 'All that a page needs to show a widget itself.',
          tags,
          params: ById,
          query: ConfigQuery,
          answers: { 200: WidgetConfig },
          refuses: [403, 404],
        }),
      },
      (req) => widgetConfig(ctx, req.params.id, req.query.apiKey),
    )

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof UpcomingQuery> }>(
      '/w/:id/upcoming',
      {
        onRequest,
        config,
        schema: contract({
          id: 'listWidgetEvents',
          summary: 'Events that come next in a widget’s calendars',
          description: 'The next page begins `after` what `next` says.',
          tags,
          params: ById,
          query: UpcomingQuery,
          answers: { 200: UpcomingEvents },
          refuses: [400, 404],
        }),
      },
      async (req) => {
        const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
        const calendars = filterCalendars(await offeredCalendars(ctx, widget), req.query)
        return upcomingEvents(ctx, publisher, calendars, req.query)
      },
    )

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof MonthQuery> }>(
      '/w/:id/month',
      {
        onRequest,
        config,
        schema: contract({
          id: 'listWidgetMonth',
          summary: 'Events of a month in a widget’s calendars',
          description: 'Past ones too, as far back as feeds show them.',
          tags,
          params: ById,
          query: MonthQuery,
          answers: { 200: MonthEvents },
          refuses: [400, 404],
        }),
      },
      async (req) => {
        const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
        const calendars = filterCalendars(await offeredCalendars(ctx, widget), req.query)
        return monthEvents(ctx, publisher, calendars, req.query.month)
      },
    )

    app.get<{ Params: Static<typeof ByCalendar>; Querystring: Static<typeof PageQuery> }>(
      '/calendar/:id/upcoming',
      {
        onRequest,
        config,
        schema: contract({
          id: 'listCalendarEvents',
          summary: 'Events that come next in a public calendar',
          description: 'Also of calendars in no widget. The next page begins `after` what `next` says.',
          tags,
          params: ByCalendar,
          query: PageQuery,
          answers: { 200: UpcomingEvents },
          refuses: [400, 404],
        }),
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

/** Scripts of any site may read the response: it contains no data of the person who requests it. */
async function openToAllOrigins(_req: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}
