import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { CalendarFields } from '../../calendars/calendar.ts'
import { CALENDAR_FIELDS, SubGenre } from '../../calendars/calendar-schema.ts'
import { getCalendar, listCalendars } from '../../calendars/calendar-store.ts'
import { deleteCalendar } from '../../calendars/delete-calendar.ts'
import { changeCalendar, createCalendar } from '../../calendars/save-calendar.ts'
import type { AppContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { Bit, Text, WebAddress } from '../../schemas.ts'
import { presentCalendar, presentCalendarInFull } from './present-calendar.ts'
import { Deleted, ERRORS, isOn, Key, Many, OK, One } from './schemas.ts'

const fields = { ...CALENDAR_FIELDS, draftCalendar: Type.Optional(Bit) }
/** A record that was read can be sent back. There categories are a list, and no logo is `false`. */
const asRead = {
  categories: Type.Union([CALENDAR_FIELDS.categories, Type.Array(Text(1, 255), { minItems: 1 })], {
    accepts: 'paths such as Sports/Football, Men',
    description:
      'Paths, separated by commas or as a list; `/` separates levels. Missing ones are created. A list of `Uncategorized` alone stands for none.',
  }),
  logo: Type.Union([WebAddress, Type.Literal(false)], { accepts: 'an http or https address, or false' }),
}
const CreateCalendar = Type.Object(
  { ...fields, type: Type.Literal('fixture', { accepts: 'fixture' }), subGenre: SubGenre },
  { label: 'Calendar' },
)
const UpdateCalendar = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...fields, ...asRead })).properties,
    type: Type.Optional(Type.String()),
    subGenre: SubGenre,
  },
  { label: 'Calendar' },
)
const CalendarId = Type.Object({
  status: Type.Literal('200'),
  statusLong: Type.Literal('OK'),
  calendarId: Type.String(),
})
const ById = Type.Object({ id: Key })
const ListQuery = Type.Object({
  showDraft: Type.Optional(
    Type.String({ description: 'Includes drafts, unless it is `0`, `false` or empty.' }),
  ),
})

/** Calendars of the publisher: list, one, create, update, delete. */
export function calendarRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Calendar Data' }
    const tags = ['Calendars']

    app.get<{ Querystring: Static<typeof ListQuery> }>(
      '/calendar',
      {
        config,
        schema: {
          tags,
          summary: 'List calendars',
          querystring: ListQuery,
          response: { 200: Many, ...ERRORS },
        },
      },
      async (req) => {
        const drafts = isOn(req.query.showDraft)
        const calendars = await listCalendars(ctx.db, req.publisher.id, drafts)
        const data = calendars.map((calendar) => presentCalendar(calendar, req.publisher, publicUrl))
        return { data, count: data.length, ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/calendar/:id',
      {
        config,
        schema: {
          tags,
          summary: 'One calendar, by id or reference',
          params: ById,
          response: { 200: One, ...ERRORS },
        },
      },
      async (req) => {
        const calendar = await getCalendar(ctx.db, req.publisher.id, req.params.id)
        return { data: presentCalendarInFull(calendar, req.publisher, publicUrl), ...OK }
      },
    )

    app.post<{ Body: Static<typeof CreateCalendar> }>(
      '/calendar',
      {
        config,
        schema: {
          tags,
          summary: 'Create a calendar',
          body: CreateCalendar,
          response: { 200: CalendarId, ...ERRORS },
        },
      },
      async (req) => {
        const { name, reference, genre, subGenre, note = '', logo = '', draftCalendar = 1 } = req.body
        const calendar = { name, reference, genre, subGenre, note, logo, draft: Number(draftCalendar) === 1 }
        return {
          ...OK,
          calendarId: await createCalendar(ctx, req.publisher.id, calendar, req.body.categories),
        }
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: Static<typeof UpdateCalendar> }>(
      '/calendar/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Update a calendar',
          params: ById,
          body: UpdateCalendar,
          response: { 200: CalendarId, ...ERRORS },
        },
      },
      async (req) => {
        if (!['fixture', undefined].includes(req.body.type))
          throw invalid({ type: 'Calendar type cannot be changed' })
        const changes = readChanges(req.body)
        return {
          ...OK,
          calendarId: await changeCalendar(
            ctx,
            req.publisher.id,
            req.params.id,
            changes,
            req.body.categories,
          ),
        }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/calendar/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Delete a calendar with its events',
          params: ById,
          response: { 200: Deleted, ...ERRORS },
        },
      },
      async (req) => {
        await deleteCalendar(ctx, req.publisher.id, req.params.id)
        return { status: 200, statusLong: 'OK' }
      },
    )

    app.delete('/calendar', { config, schema: { hide: true } }, () => {
      throw new AppError('invalid', 'No Data Provided')
    })
    return Promise.resolve()
  }
}

/** What is given of a calendar's fields, and nothing else. */
function readChanges(body: Static<typeof UpdateCalendar>): Partial<CalendarFields> {
  const { name, reference, genre, subGenre, note, logo, draftCalendar } = body
  const draft = draftCalendar === undefined ? undefined : Number(draftCalendar) === 1
  const texts = { name, reference, genre, subGenre, note, logo: logo === false ? '' : logo }
  const given = Object.entries({ ...texts, draft })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
