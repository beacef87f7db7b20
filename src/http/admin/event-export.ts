import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { walkList } from '../../events/change-many.ts'
import { calendarsOf } from '../../events/event.ts'
import type { EventListQuery } from '../../events/event-list.ts'
import { listEventsById } from '../../events/event-store.ts'
import { EVENT_HEADINGS, eventLine } from '../../events/event-table.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { contract, textFile } from '../contract.ts'
import { sendParts } from '../send-parts.ts'
import { ListParameters, readListQuery } from './events-query.ts'

/** Spreadsheet programs need this mark to recognise UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

const { cursor: _, limit: __, ...filters } = ListParameters.properties
const Filters = Type.Object(filters)

/** Downloads of the public events that a list finds. */
export function eventExportRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof Filters> }>(
      '/events.csv',
      {
        // It has drafts, and it is a bulk download.
        config: { role: 'editor' },
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
    return Promise.resolve()
  }

  /** Yields one page at a time, so that memory does not depend on the number. */
  async function* lines(publisher: Publisher, query: EventListQuery) {
    yield BYTE_ORDER_MARK + EVENT_HEADINGS
    for await (const rows of walkList(ctx.db, { publisher }, query)) {
      const ids = rows.map(({ id }) => id)
      const events = new Map(
        (await listEventsById(ctx.db, publisher.id, ids)).map((event) => [event.id, event]),
      )
      const calendarIds = [...new Set([...events.values()].flatMap(calendarsOf))]
      const calendars = await listCalendarsById(ctx.db, publisher.id, calendarIds)
      const names = new Map(calendars.map(({ id, name }) => [id, name]))
      const text = ids
        .map((id) => events.get(id))
        .filter((event) => event !== undefined)
        .map((event) => eventLine(event, (id) => names.get(id) ?? id))
        .join('')
      if (text) yield text
    }
  }
}
