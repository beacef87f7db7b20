import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { PrivateEventInput } from '../../events/event-fields.ts'
import { writePlace } from '../../events/event-list.ts'
import { getEvent } from '../../events/event-store.ts'
import { pageOfPrivateEvents } from '../../events/private-event-list.ts'
import { RecurrenceInput } from '../../series/read-recurrence.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
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
import { ListParameters, readListQuery } from './events-query.ts'
import { changing, DeletedAnswer, EventAnswer, EventsAnswer } from './events-schemas.ts'
import { presentRow } from './present-event.ts'

const Of = Type.Object({ svcId: Key })
const OneOf = Type.Object({ svcId: Key, id: Key })

/** Private events of a subscriber. */
export function subscriberEventRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Events']
    const config = { role: 'editor', invalid: 'Invalid Event Data' } as const
    const looking = { role: 'viewer' } as const
    const answers = { 200: EventAnswer }
    const repeating = { ...PrivateEventInput.properties, recurrence: Type.Optional(RecurrenceInput) }
    const body = readBy('readEvent', Type.Object(repeating))
    const changes = readBy('readEvent', Type.Object({ ...repeating, ...changing }))

    app.get<{ Params: Static<typeof Of>; Querystring: Static<typeof ListParameters> }>(
      '/subscribers/:svcId/events',
      {
        config: looking,
        schema: contract({
          id: 'listPrivateEvents',
          tags,
          summary: 'List the private events of a subscriber',
          params: Of,
          query: ListParameters,
          answers: { 200: EventsAnswer },
        }),
      },
      async (req): Promise<EventsAnswer> => {
        const { publisher, params } = req
        const query = readListQuery(req.query)
        const { privateCalendarId } = await getActiveSubscriber(ctx.db, publisher.id, params.svcId)
        const { rows, next, count } = await pageOfPrivateEvents(
          ctx.db,
          publisher.id,
          privateCalendarId,
          query,
        )
        return {
          data: rows.map(presentRow),
          next: next && writePlace(next, query),
          ...(count && { count }),
          ...OK,
        }
      },
    )

    app.get<{ Params: Static<typeof OneOf> }>(
      '/subscribers/:svcId/events/:id',
      {
        config: looking,
        schema: contract({
          id: 'getPrivateEvent',
          tags,
          summary: 'One private event',
          params: OneOf,
          answers,
        }),
      },
      async (req): Promise<EventAnswer> => {
        const { publisher, params } = req
        const { privateCalendarId } = await getActiveSubscriber(ctx.db, publisher.id, params.svcId)
        const event = await getEvent(ctx.db, publisher.id, params.id)
        if (event.calendarId !== privateCalendarId) throw notFound('Event', params.id)
        return answerWith(ctx.db, { event })
      },
    )

    app.post<{ Params: Static<typeof Of> }>(
      '/subscribers/:svcId/events',
      {
        config,
        schema: contract({
          id: 'createPrivateEvent',
          tags,
          summary: 'Create a private event',
          params: Of,
          body,
          answers,
        }),
      },
      async (req): Promise<EventAnswer> => {
        const stored = await createEventAs(ctx, req, readEventBody(req.body), req.params.svcId)
        return answerWith(ctx.db, stored)
      },
    )

    app.put<{ Params: Static<typeof OneOf>; Querystring: Static<typeof ScopeQuery> }>(
      '/subscribers/:svcId/events/:id',
      {
        config,
        schema: contract({
          id: 'changePrivateEvent',
          tags,
          summary: 'Change a private event, or dates of a series',
          params: OneOf,
          query: ScopeQuery,
          body: changes,
          answers,
        }),
      },
      async (req): Promise<EventAnswer> => {
        const { svcId, id } = req.params
        const scope = readScope(req.query)
        const stored = await changeEventAs(ctx, req, id, readEventBody(req.body), { svcId, scope })
        return answerWith(ctx.db, stored)
      },
    )

    app.delete<{ Params: Static<typeof OneOf>; Querystring: Static<typeof ScopeQuery> }>(
      '/subscribers/:svcId/events/:id',
      {
        config,
        schema: contract({
          id: 'deletePrivateEvent',
          tags,
          summary: 'Delete a private event, or dates of a series',
          params: OneOf,
          query: ScopeQuery,
          answers: { 200: DeletedAnswer },
        }),
      },
      async (req): Promise<DeletedAnswer> => {
        const { svcId, id } = req.params
        const change = await removeEventAs(ctx, req, id, { svcId, scope: readScope(req.query) })
        return { ...(change && { change }), ...OK }
      },
    )

    app.post<{ Params: Static<typeof OneOf> }>(
      '/subscribers/:svcId/events/:id/as-in-series',
      {
        config,
        schema: contract({
          id: 'setBackPrivateEvent',
          tags,
          summary: 'Set a date of a private series back to what the series says',
          params: OneOf,
          answers,
        }),
      },
      async (req): Promise<EventAnswer> => {
        const { svcId, id } = req.params
        return answerWith(ctx.db, await setBackEventAs(ctx, req, id, svcId))
      },
    )
    return Promise.resolve()
  }
}
