import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { changeEventGroup } from '../../events/change-group.ts'
import { PrivateEventInput, PublicEventInput } from '../../events/event-fields.ts'
import { hasPublicGroup, listPublicEvents } from '../../events/event-store.ts'
import { createPrivateEvent, createPublicEvent } from '../../events/save-event.ts'
import { pageByStart, walkByStart } from '../../events/walk-calendars.ts'
import { changeInScope, findEventOrSeries, readSeriesRecord } from '../../series/change-scope.ts'
import { createPrivateSeries, createPublicSeries } from '../../series/create-series.ts'
import { deleteInScope } from '../../series/delete-scope.ts'
import { RecurrenceInput } from '../../series/read-recurrence.ts'
import type { Scope } from '../../series/series.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { listSubscribedCalendarIds } from '../../subscribers/subscription-store.ts'
import { isTimeZone } from '../../time/zone.ts'
import { Answer, OK } from '../answer.ts'
import { clientLeft } from '../client-left.ts'
import { contract } from '../contract.ts'
import { listParts } from '../json-parts.ts'
import { sendParts } from '../send-parts.ts'
import {
  EventRecord,
  presentEvent,
  presentSeries,
  presentSubscriberEvent,
  SeriesRecord,
  SubscriberEvent,
} from './present-event.ts'
import { REQUIRED_PLACE, requirePlace, requirePlaceKept } from './require-place.ts'
import { Deleted, isOn, Key, PageNumber, readBy, readPage } from './schemas.ts'

const MAX_PAGE = 100
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

const Switch = (description: string) => Type.Optional(Type.String({ description }))
const Day = Type.Optional(
  Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', accepts: 'a date as YYYY-MM-DD' }),
)
const TimeZone = Type.Optional(Type.String({ description: 'The time zone dates and times are shown in.' }))
const ListQuery = Type.Object(
  {
    svc_id: Type.Optional(Type.String({ description: "Answers a bare list of that subscriber's events." })),
    type: Type.Optional(
      Type.String({
        pattern: '^([fF][iI][xX][tT][uU][rR][eE]|[pP][rR][iI][vV][aA][tT][eE])?$',
        accepts: 'fixture or private',
      }),
    ),
    calendarIds: Type.Optional(Type.String({ description: 'Comma-separated.' })),
    calendarId: Type.Optional(Type.String({ description: 'As `calendarIds`.' })),
    startDate: Day,
    endDate: Day,
    showPastEvents: Switch('`true` or `1`: events that are over too.'),
    showDraft: Switch('Events of draft calendars too, unless it is `0`, `false` or empty.'),
    tz: TimeZone,
    page: PageNumber,
    limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
  },
  { label: 'Event' },
)
const OneQuery = Type.Object({ tz: TimeZone })
const SubscriberQuery = Type.Object({
  svc_id: Type.Optional(Type.String({ description: 'Creates a private event of this subscriber.' })),
})
const ById = Type.Object({ id: Key })
const ScopeQuery = Type.Object(
  {
    scope: Type.Optional(
      Type.String({
        pattern: '^(this|following|all)$',
        accepts: 'this, following or all',
        description:
          'Of a date of a series: `this` one (the default), it and the `following`, or `all`. Of a series: `all`.',
      }),
    ),
  },
  { label: 'Event' },
)
const DeleteQuery = Type.Object(
  {
    ...ScopeQuery.properties,
    calendarId: Type.Optional(
      Type.String({
        description: 'Takes a public event out of this calendar only; it is deleted if no other has it.',
      }),
    ),
  },
  { label: 'Event' },
)
const Recurring = Type.Object({ recurrence: Type.Optional(RecurrenceInput) })
const CreateEvent = Type.Union([
  Type.Object({ ...PublicEventInput.properties, ...Recurring.properties }),
  Type.Object({ ...PrivateEventInput.properties, ...Recurring.properties }),
])
const UpdateEvent = Type.Object({
  ...PublicEventInput.properties,
  recurrence: Type.Optional(Type.Union([RecurrenceInput, Type.Null()])),
})
const EventId = Answer({
  eventId: Type.String({ description: 'The id of the event, or of the series.' }),
  dates: Type.Optional(Type.Integer({ description: 'Of a series: the number of its events.' })),
})
const CreatedId = Answer({
  eventId: Type.String({ description: 'The id of the event, or of the series.' }),
  joined: Type.Optional(
    Type.Literal(true, { description: 'An event with this reference was there already.' }),
  ),
  dates: Type.Optional(Type.Integer({ description: 'Of a series: the number of its events.' })),
})
const Group = Answer({
  updated: Type.Integer(),
  data: Type.Array(Type.Object({ id: Type.String(), reference: Type.String() })),
})
const Page = Answer({
  data: Type.Array(EventRecord),
  count: Type.Integer({ description: 'The number on all pages.' }),
  totalPages: Type.Integer(),
})

type ListRequest = FastifyRequest<{ Querystring: Static<typeof ListQuery> }>
type Input = Record<string, unknown>

/** Public events, and the private ones of one subscriber. */
export function eventRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Event Data' }
    const tags = ['Events']

    app.get<{ Querystring: Static<typeof ListQuery> }>(
      '/event',
      {
        config,
        schema: contract({
          id: 'listEvents',
          summary: 'List events',
          description:
            'Public events by start. A page after the last one, and an empty list, are answered 204: ask until then. With `svc_id` the answer is the bare list of all events of that subscriber.',
          tags,
          query: ListQuery,
          answers: {
            200: Type.Union([Page, Type.Array(SubscriberEvent)], {
              description: 'With `svc_id` the bare list.',
            }),
            204: Type.Null({ description: 'No event, or a page after the last.' }),
          },
          refuses: [400, 404],
        }),
      },
      async (req, reply) => {
        const { svc_id } = req.query
        const list = svc_id === undefined ? listPublic(req) : listOfSubscriber(req, reply, svc_id)
        return (await list) ?? reply.code(204).send()
      },
    )

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof OneQuery> }>(
      '/event/:id',
      {
        config,
        schema: contract({
          id: 'getEvent',
          summary: 'One event or series, by id or reference',
          description: 'A public or a private event, or a series with its recurrence.',
          tags,
          params: ById,
          query: OneQuery,
          answers: { 200: Answer({ data: Type.Union([EventRecord, SeriesRecord]) }) },
          refuses: [400, 404],
        }),
      },
      async (req) => {
        const { publisher } = req
        const tz = readZone(req.query.tz)
        const found = await findEventOrSeries(ctx.db, publisher.id, req.params.id)
        if (!found) throw notFound('Event', req.params.id)
        if (found.event) return { data: presentEvent(found.event, publisher, ctx.now(), tz), ...OK }
        const record = await readSeriesRecord(ctx.db, found.series)
        return { data: presentSeries(record, publisher, ctx.now(), tz), ...OK }
      },
    )

    app.post<{ Querystring: Static<typeof SubscriberQuery> }>(
      '/event',
      {
        config,
        schema: contract({
          id: 'createEvent',
          summary: 'Create an event',
          description:
            'A public event in the calendar of `calendarId`; with `svc_id` in the query a private one of that subscriber. Required are `name`, `startDate`, `endDate`, the times unless `allDay`, and of a public one `calendarId` and `location`. Without `draft` it is a draft, and in no feed. An event may be in several calendars, by `calendarIds`; followers of two of them see it once. With `recurrence` it is a series of events.',
          tags,
          query: SubscriberQuery,
          body: readBy('readEvent', CreateEvent),
          answers: { 200: CreatedId },
          refuses: [400, 404, 409, 413],
        }),
      },
      async (req) => {
        const { svc_id } = req.query
        const input = readObject(req.body)
        if (svc_id === undefined) requirePlace(req.publisher, input)
        if ((input.recurrence ?? null) !== null) {
          const { id, dates } =
            svc_id === undefined
              ? await createPublicSeries(ctx, req.publisher, input)
              : await createPrivateSeries(ctx, req.publisher, svc_id, input)
          return { ...OK, eventId: id, dates }
        }
        if (svc_id !== undefined)
          return { ...OK, eventId: await createPrivateEvent(ctx, req.publisher, svc_id, input) }
        const { id, before } = await createPublicEvent(ctx, req.publisher, input)
        return { ...OK, eventId: id, ...(before && { joined: true as const }) }
      },
    )

    app.put<{ Params: Static<typeof ById>; Querystring: Static<typeof ScopeQuery> }>(
      '/event/:id',
      {
        config,
        schema: contract({
          id: 'updateEvent',
          summary: 'Update an event, or all of a referenceType',
          description:
            'Send only what changes. Of a series, `scope` says which dates. Where no event has this id or reference, but public events have it as `referenceType`, all of those are changed.',
          tags,
          params: ById,
          query: ScopeQuery,
          body: readBy('readEvent', UpdateEvent),
          answers: { 200: Type.Union([EventId, Group]) },
          refuses: [400, 404, 409, 413],
        }),
      },
      async (req, reply) => {
        const key = req.params.id
        const input = readObject(req.body)
        const found = await findEventOrSeries(ctx.db, req.publisher.id, key)
        if (!found && (await hasPublicGroup(ctx.db, req.publisher.id, key)))
          return changeGroup(req, reply, key)
        if (found) requirePlaceKept([found.event ?? { ...found.series, ...found.series.fields }], input)
        const { id, ...dates } = await changeInScope(
          ctx,
          req.publisher,
          key,
          input,
          readScope(req.query.scope),
        )
        return { ...OK, eventId: id, ...dates }
      },
    )

    app.put<{ Params: { referenceType: string } }>(
      '/events/:referenceType',
      {
        config,
        schema: contract({
          id: 'updateEventGroup',
          summary: 'Update all public events of a referenceType',
          description:
            'The same change to all public events of a `referenceType`, to all or to none; at most 20,000. `reference` is refused.',
          tags,
          params: Type.Object({ referenceType: Key }),
          body: readBy('readEvent', PublicEventInput),
          answers: { 200: Group },
          refuses: [400, 404, 413],
        }),
      },
      (req, reply) => changeGroup(req, reply, req.params.referenceType),
    )

    app.delete<{ Params: Static<typeof ById>; Querystring: Static<typeof DeleteQuery> }>(
      '/event/:id',
      {
        config,
        schema: contract({
          id: 'deleteEvent',
          summary: 'Delete an event',
          description:
            'A public or a private event; of a series, `scope` says which dates. It disappears from calendars at their next read. Here `status` is a number.',
          tags,
          params: ById,
          query: DeleteQuery,
          answers: { 200: Deleted },
          refuses: [400, 404],
        }),
      },
      async (req) => {
        const { scope, calendarId } = req.query
        await deleteInScope(ctx, req.publisher.id, req.params.id, readScope(scope), calendarId)
        return { status: 200, statusLong: 'OK' }
      },
    )
    return Promise.resolve()
  }

  /** Sends all events, or returns one page if the query asks for one; undefined if the page is empty. */
  async function listOfSubscriber(req: ListRequest, reply: FastifyReply, svcId: string) {
    const subscriber = await getActiveSubscriber(ctx.db, req.publisher.id, svcId)
    const type = req.query.type?.toLowerCase()
    const calendarIds = type === 'fixture' ? [] : [subscriber.privateCalendarId]
    if (type !== 'private') {
      calendarIds.push(...(await listSubscribedCalendarIds(ctx.db, req.publisher.id, svcId)))
    }
    const { page, limit } = req.query
    if (page === undefined && limit === undefined) {
      const pages = walkByStart(ctx.db, req.publisher.id, calendarIds)
      return sendParts(reply, listParts(pages, presentSubscriberEvent), JSON_HEADERS)
    }
    const part = { page: readPage(page), limit: Number(limit ?? MAX_PAGE) }
    const events = await pageByStart(ctx.db, req.publisher.id, calendarIds, part)
    return events.length === 0 ? undefined : events.map(presentSubscriberEvent)
  }

  /** Returns undefined if the page is empty. */
  async function listPublic(req: ListRequest) {
    const { query } = req
    if (query.type?.toLowerCase() === 'private')
      throw invalid({ svc_id: 'Event svc_id is required for private events' })
    const tz = readZone(query.tz)
    const calendarIds = [query.calendarIds, query.calendarId].filter(Boolean).join(',')
    const limit = Number(query.limit ?? MAX_PAGE)
    const past = ['true', '1'].includes(query.showPastEvents?.toLowerCase() ?? '')
    const filter = {
      ...(calendarIds && { calendarIds: calendarIds.split(',').map((id) => id.trim()) }),
      ...(query.startDate && { fromDate: query.startDate }),
      ...(query.endDate && { toDate: query.endDate }),
      ...(!past && { endedAfter: ctx.now() }),
      draftCalendars: isOn(query.showDraft),
    }
    const { events, count } = await listPublicEvents(
      ctx.db,
      req.publisher.id,
      filter,
      readPage(query.page),
      limit,
    )
    if (events.length === 0) return undefined
    const data = events.map((event) => presentEvent(event, req.publisher, ctx.now(), tz))
    return { data, count, totalPages: Math.ceil(count / limit), ...OK }
  }

  async function changeGroup(req: FastifyRequest, reply: FastifyReply, referenceType: string) {
    const input = readObject(req.body)
    const { id } = req.publisher
    if (input.location === '' && (await hasPublicGroup(ctx.db, id, referenceType, { place: true })))
      throw invalid(REQUIRED_PLACE)
    const events = await changeEventGroup(ctx, req.publisher, referenceType, input, clientLeft(reply))
    return {
      ...OK,
      updated: events.length,
      data: events.map(({ id, reference }) => ({ id, reference: reference ?? '' })),
    }
  }
}

function readObject(body: unknown): Input {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Input
  throw invalid({ body: 'Event body must be an object' })
}

/** The scope of the query, whose schema allows no other. */
function readScope(scope: string | undefined): Scope | undefined {
  return scope as Scope | undefined
}

function readZone(tz: string | undefined): string | undefined {
  if (!tz) return undefined
  if (isTimeZone(tz)) return tz
  throw invalid({ tz: 'Event tz must be an IANA time zone name, such as Europe/London' })
}
