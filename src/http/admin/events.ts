import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarNames } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { PublicEventInput } from '../../events/event-fields.ts'
import { writePlace } from '../../events/event-list.ts'
import { getEvent } from '../../events/event-store.ts'
import { listEventsInRange } from '../../events/events-in-range.ts'
import { pageOfPublicEvents } from '../../events/walk-events.ts'
import { RecurrenceInput } from '../../series/read-recurrence.ts'
import { OK } from '../answer.ts'
import { Key, readBy } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { answerWith } from './event-answer.ts'
import {
  changeEventAs,
  createEventAs,
  readEventBody,
  readScope,
  removeEventAs,
  ScopeQuery,
  setBackEventAs,
} from './event-changes.ts'
import { eventExportRoutes } from './event-export.ts'
import { eventPreviewRoutes } from './event-preview.ts'
import { eventUndoRoutes } from './event-undo.ts'
import { ListParameters, RangeParameters, readFilters, readListQuery } from './events-query.ts'
import {
  CalendarNamesAnswer,
  changing,
  DeletedAnswer,
  EventAnswer,
  EventsAnswer,
  RangeAnswer,
} from './events-schemas.ts'
import { manyEventRoutes } from './many-events.ts'
import { presentRow } from './present-event.ts'
import { referenceTypeRoutes } from './reference-types.ts'
import { seriesPreviewRoutes } from './series-preview.ts'
import { subscriberEventRoutes } from './subscriber-events.ts'

const ById = Type.Object({ id: Key })
/** Limits of one response for the calendar view. */
const MOST_IN_RANGE = 1000
const MOST_DAYS = 400
const MOST_CALENDARS = 2000
const DAY_MS = 86_400_000

/** Public events. */
export function eventAdminRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Event Data' } as const
    const looking = { role: 'viewer' } as const
    const tags = ['Events']
    const answers = { 200: EventAnswer }

    app.get<{ Querystring: Static<typeof ListParameters> }>(
      '/events',
      {
        config: looking,
        schema: contract({
          id: 'listEvents',
          tags,
          summary: 'List public events',
          query: ListParameters,
          answers: { 200: EventsAnswer },
        }),
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
        schema: contract({
          id: 'listEventsInRange',
          tags,
          summary: 'Public events on some days, for a calendar view',
          query: RangeParameters,
          answers: { 200: RangeAnswer },
        }),
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
        schema: contract({
          id: 'listCalendarNames',
          tags,
          summary: 'The calendars that events can be in, by name',
          answers: { 200: CalendarNamesAnswer },
        }),
      },
      async (req): Promise<CalendarNamesAnswer> => {
        const names = await listCalendarNames(ctx.db, req.publisher.id, MOST_CALENDARS + 1)
        return { data: names.slice(0, MOST_CALENDARS), more: names.length > MOST_CALENDARS, ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/events/:id',
      {
        config: looking,
        schema: contract({ id: 'getEvent', tags, summary: 'One public event', params: ById, answers }),
      },
      async (req): Promise<EventAnswer> => {
        const event = await getEvent(ctx.db, req.publisher.id, req.params.id)
        if (event.private) throw notFound('Event', req.params.id)
        return answerWith(ctx.db, { event })
      },
    )

    const repeating = { ...PublicEventInput.properties, recurrence: Type.Optional(RecurrenceInput) }
    const body = readBy('readEvent', Type.Object(repeating))
    const changes = readBy('readEvent', Type.Object({ ...repeating, ...changing }))
    app.post(
      '/events',
      {
        config,
        schema: contract({ id: 'createEvent', tags, summary: 'Create a public event', body, answers }),
      },
      async (req): Promise<EventAnswer> => {
        return answerWith(ctx.db, await createEventAs(ctx, req, readEventBody(req.body)))
      },
    )

    app.put<{ Params: Static<typeof ById>; Querystring: Static<typeof ScopeQuery> }>(
      '/events/:id',
      {
        config,
        schema: contract({
          id: 'changeEvent',
          tags,
          summary: 'Change a public event, or dates of a series',
          params: ById,
          query: ScopeQuery,
          body: changes,
          answers,
        }),
      },
      async (req): Promise<EventAnswer> => {
        const scope = readScope(req.query)
        const stored = await changeEventAs(ctx, req, req.params.id, readEventBody(req.body), { scope })
        return answerWith(ctx.db, stored)
      },
    )

    app.delete<{ Params: Static<typeof ById>; Querystring: Static<typeof ScopeQuery> }>(
      '/events/:id',
      {
        config,
        schema: contract({
          id: 'deleteEvent',
          tags,
          summary: 'Delete a public event, or dates of a series',
          params: ById,
          query: ScopeQuery,
          answers: { 200: DeletedAnswer },
        }),
      },
      async (req): Promise<DeletedAnswer> => {
        const change = await removeEventAs(ctx, req, req.params.id, { scope: readScope(req.query) })
        return { ...(change && { change }), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/events/:id/as-in-series',
      {
        config,
        schema: contract({
          id: 'setBackEvent',
          tags,
          summary: 'Set a date of a series back to what the series says',
          params: ById,
          answers,
        }),
      },
      async (req): Promise<EventAnswer> => answerWith(ctx.db, await setBackEventAs(ctx, req, req.params.id)),
    )

    await app.register(eventPreviewRoutes(ctx))
    await app.register(seriesPreviewRoutes(ctx))
    await app.register(referenceTypeRoutes(ctx))
    await app.register(eventExportRoutes(ctx))
    await app.register(manyEventRoutes(ctx))
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
