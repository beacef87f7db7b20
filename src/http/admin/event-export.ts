import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { walkList } from '../../events/change-many.ts'
import { type CalendarEvent, calendarsOf } from '../../events/event.ts'
import type { EventListQuery } from '../../events/event-list.ts'
import { listEventsById } from '../../events/event-store.ts'
import { EVENT_HEADINGS, eventLine } from '../../events/event-table.ts'
import { eventsFile } from '../../feeds/events-file.ts'
import { cancelledEventsOf, type Publisher } from '../../publishers/publisher.ts'
import { contract, textFile } from '../contract.ts'
import { sendParts } from '../send-parts.ts'
import { ListParameters, readListQuery } from './events-query.ts'

/** Spreadsheet programs need this mark to recognise UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

const { cursor: _, limit: __, ...filters } = ListParameters.properties
const Filters = Type.Object(filters)
interface Filtered {
  Querystring: Static<typeof Filters>
}

/** Downloads of the public events that a list finds. */
export function eventExportRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    // They have drafts, and they are bulk downloads.
    const config = { role: 'editor' } as const

    app.get<Filtered>(
      '/events.csv',
      {
        config,
        exposeHeadRoute: false,
        schema: contract({
          id: 'downloadEvents',
          tags: ['Events'],
          summary: 'Download the public events that the list finds as CSV, which an import reads back',
          query: Filters,
          answers: { 200: textFile('text/csv') },
        }),
      },
      (req, reply) =>
        sendParts(reply, lines(req.publisher, readListQuery(req.query)), {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="events.csv"',
        }),
    )

    app.get<Filtered>(
      '/events.ics',
      {
        config,
        exposeHeadRoute: false,
        schema: contract({
          id: 'downloadEventsFile',
          tags: ['Events'],
          summary: 'Download the public events that the list finds as an iCalendar file',
          description:
            'As public feeds show them, with drafts and past events, and with the UIDs of feeds. Nothing in it belongs to a subscriber.',
          query: Filters,
          answers: { 200: textFile('text/calendar') },
        }),
      },
      async (req, reply) => {
        const { publisher } = req
        const { publicUrl } = ctx.config.http
        const settings = { links: ctx.links, publicUrl, uidHost: await ctx.feeds.uidHost() }
        const query = readListQuery(req.query)
        const pages = { rows: walkList(ctx.db, { publisher }, query), events: eventsOf(publisher, query) }
        const parts = eventsFile(pages, settings, cancelledEventsOf(publisher.settings))
        return sendParts(reply, parts, {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'attachment; filename="events.ics"',
        })
      },
    )
    return Promise.resolve()
  }

  async function* lines(publisher: Publisher, query: EventListQuery) {
    yield BYTE_ORDER_MARK + EVENT_HEADINGS
    for await (const events of eventsOf(publisher, query)) {
      const calendarIds = [...new Set(events.flatMap(calendarsOf))]
      const calendars = await listCalendarsById(ctx.db, publisher.id, calendarIds)
      const names = new Map(calendars.map(({ id, name }) => [id, name]))
      const text = events.map((event) => eventLine(event, (id) => names.get(id) ?? id)).join('')
      if (text) yield text
    }
  }

  /** Yields one page at a time, so that memory does not depend on the number. */
  async function* eventsOf(publisher: Publisher, query: EventListQuery): AsyncGenerator<CalendarEvent[]> {
    for await (const rows of walkList(ctx.db, { publisher }, query)) {
      const ids = rows.map(({ id }) => id)
      const found = await listEventsById(ctx.db, publisher.id, ids)
      const events = new Map(found.map((event) => [event.id, event]))
      yield ids.map((id) => events.get(id)).filter((event) => event !== undefined)
    }
  }
}
