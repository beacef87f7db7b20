import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarNames } from '../../calendars/calendar-names.ts'
import type { AppContext } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { writePlace } from '../../events/event-list.ts'
import { PublicEventInput } from '../../events/event-schema.ts'
import { getEvent } from '../../events/event-store.ts'
import { listEventsInRange } from '../../events/events-in-range.ts'
import { pageOfPublicEvents } from '../../events/walk-events.ts'
import { ERRORS, Key, OK, readBy } from '../api/schemas.ts'
import { changeEventAs, createEventAs, readEventBody, removeEventAs } from './event-changes.ts'
import { eventPreviewRoutes } from './event-preview.ts'
import { eventUndoRoutes } from './event-undo.ts'
import { ListParameters, RangeParameters, readFilters, readListQuery } from './events-query.ts'
import { CalendarNamesAnswer, changing, EventAnswer, EventsAnswer, RangeAnswer } from './events-schemas.ts'
import { presentRecord, presentRow } from './present-event.ts'
import { referenceTypeRoutes } from './reference-types.ts'
import { subscriberEventRoutes } from './subscriber-events.ts'

const ById = Type.Object({ id: Key })
/** Of one answer to the calendar view. */
const MOST_IN_RANGE = 1000
const MOST_DAYS = 400
const MOST_CALENDARS = 2000
const DAY_MS = 86_400_000

/** Public events: lists, one, create, change, delete; and what belongs to them. */
export function eventAdminRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Event Data' } as const
    const looking = { role: 'viewer' } as const
    const tags = ['Events']
    const response = { 200: EventAnswer, ...ERRORS }

    app.get<{ Querystring: Static<typeof ListParameters> }>(
      '/events',
      {
        config: looking,
        schema: {
          tags,
          summary: 'List public events',
          querystring: ListParameters,
          response: { 200: EventsAnswer, ...ERRORS },
        },
      },
      async (req): Promise<EventsAnswer> => {
        const query = readListQuery(req.query)
        const { rows, next, count } = await pageOfPublicEvents(ctx.db, req.publisher.id, query)
        return {
          data: rows.map(presentRow),
          next: next && writePlace(next, query),
          ...(count && { count }),
          ...OK,
        }
      },
    )

    app.get<{ Querystring: Static<typeof RangeParameters> }>(
      '/events/range',
      {
        config: looking,
        schema: {
          tags,
          summary: 'Public events on some days, for a calendar view',
          querystring: RangeParameters,
          response: { 200: RangeAnswer, ...ERRORS },
        },
      },
      async (req): Promise<RangeAnswer> => {
        const { rows, more } = await listEventsInRange(ctx.db, req.publisher.id, readRange(req.query))
        return { data: rows.map(presentRow), more, ...OK }
      },
    )

    app.get(
      '/events/calendars',
      {
        config: looking,
        schema: {
          tags,
          summary: 'The calendars that events can be in, by name',
          response: { 200: CalendarNamesAnswer, ...ERRORS },
        },
      },
      async (req): Promise<CalendarNamesAnswer> => {
        const names = await listCalendarNames(ctx.db, req.publisher.id, MOST_CALENDARS + 1)
        return { data: names.slice(0, MOST_CALENDARS), more: names.length > MOST_CALENDARS, ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/events/:id',
      { config: looking, schema: { tags, summary: 'One public event', params: ById, response } },
      async (req): Promise<EventAnswer> => {
        const event = await getEvent(ctx.db, req.publisher.id, req.params.id)
        if (event.private) throw notFound('Event', req.params.id)
        return { data: presentRecord(event), ...OK }
      },
    )

    const body = readBy('readEvent', PublicEventInput)
    const changes = readBy('readEvent', Type.Object({ ...PublicEventInput.properties, ...changing }))
    app.post(
      '/events',
      { config, schema: { tags, summary: 'Create a public event', body, response } },
      async (req): Promise<EventAnswer> => {
        const event = await createEventAs(ctx, req, readEventBody(req.body))
        return { data: presentRecord(event), ...OK }
      },
    )

    app.put<{ Params: Static<typeof ById> }>(
      '/events/:id',
      { config, schema: { tags, summary: 'Change a public event', params: ById, body: changes, response } },
      async (req): Promise<EventAnswer> => {
        const event = await changeEventAs(ctx, req, req.params.id, readEventBody(req.body))
        return { data: presentRecord(event), ...OK }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/events/:id',
      { config, schema: { tags, summary: 'Delete a public event', params: ById, response: ERRORS } },
      async (req) => {
        await removeEventAs(ctx, req, req.params.id)
        return OK
      },
    )

    await app.register(eventPreviewRoutes(ctx))
    await app.register(referenceTypeRoutes(ctx))
    await app.register(eventUndoRoutes(ctx))
    await app.register(subscriberEventRoutes(ctx))
  }
}

function readRange(given: Static<typeof RangeParameters>) {
  const { fromDate, toDate, ...rest } = readFilters(given)
  if (!fromDate) throw invalid({ from: 'Parameter from is required' })
  if (!toDate) throw invalid({ to: 'Parameter to is required' })
  const days = (Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS
  if (days < 0 || days > MOST_DAYS)
    throw invalid({ to: `Parameter to must be at most ${MOST_DAYS} days after from, and not before it` })
  return { ...rest, fromDate, toDate, limit: MOST_IN_RANGE }
}
