import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  CALENDAR_INPUTS,
  calendarInput,
  readCalendar,
  readNewCalendar,
} from '../../calendars/calendar-fields.ts'
import { getCalendar, listCalendars } from '../../calendars/calendar-store.ts'
import { changeCalendar, createCalendar } from '../../calendars/save-calendar.ts'
import { deleteCalendar } from '../../catalog/delete-calendar.ts'
import type { AppContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { Text, WebAddress } from '../../schemas.ts'
import { Answer, OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { CalendarInFull, CalendarRecord, presentCalendar, presentCalendarInFull } from './present-calendar.ts'
import { Deleted, isOn, Key } from './schemas.ts'

/** A record can be sent back as it was read, with categories as a list and `false` for no logo. */
const asRead = {
  categories: Type.Optional(
    Type.Union([CALENDAR_INPUTS.categories.schema, Type.Array(Text(1, 255), { minItems: 1 })], {
      accepts: 'paths such as Sports/Football, Men',
      description:
        'Paths, separated by commas or as a list; `/` separates levels. Missing ones are created. A list of `Uncategorized` alone stands for none.',
    }),
  ),
  logo: Type.Optional(
    Type.Union([WebAddress, Type.Literal(false)], { accepts: 'an http or https address, or false' }),
  ),
}
const CreateCalendar = Type.Object(
  { ...calendarInput('new', 'api'), type: Type.Literal('fixture', { accepts: 'fixture' }) },
  { label: 'Calendar' },
)
type CreateCalendar = Record<string, unknown> & { categories: string }
const UpdateCalendar = Type.Object(
  { ...calendarInput('change', 'api'), ...asRead, type: Type.Optional(Type.String()) },
  { label: 'Calendar' },
)
type UpdateCalendar = Record<string, unknown> & { type?: string; categories?: string | string[] }
const CalendarId = Answer({ calendarId: Type.String() })
const ById = Type.Object({ id: Key })
const ListQuery = Type.Object({
  showDraft: Type.Optional(
    Type.String({ description: 'Includes drafts, unless it is `0`, `false` or empty.' }),
  ),
})

export function calendarRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Calendar Data' }
    const tags = ['Calendars']

    app.get<{ Querystring: Static<typeof ListQuery> }>(
      '/calendar',
      {
        config,
        schema: contract({
          id: 'listCalendars',
          summary: 'List calendars',
          description:
            'All calendars of yours at once, without pages. Drafts are left out unless `showDraft` is set.',
          tags,
          query: ListQuery,
          answers: { 200: Answer({ data: Type.Array(CalendarRecord), count: Type.Integer() }) },
          refuses: [],
        }),
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
        schema: contract({
          id: 'getCalendar',
          summary: 'One calendar, by id or reference',
          description: 'The calendar with the links a subscriber would follow.',
          tags,
          params: ById,
          answers: { 200: Answer({ data: CalendarInFull }) },
          refuses: [404],
        }),
      },
      async (req) => {
        const calendar = await getCalendar(ctx.db, req.publisher.id, req.params.id)
        return { data: presentCalendarInFull(calendar, req.publisher, publicUrl), ...OK }
      },
    )

    app.post<{ Body: CreateCalendar }>(
      '/calendar',
      {
        config,
        schema: contract({
          id: 'createCalendar',
          summary: 'Create a calendar',
          description:
            'Categories and the levels above them are created where missing. Without `draftCalendar` it is a draft.',
          tags,
          body: CreateCalendar,
          answers: { 200: CalendarId },
          refuses: [400, 409, 413],
        }),
      },
      async (req) => {
        const fields = readNewCalendar(req.body, 'api')
        return { ...OK, calendarId: await createCalendar(ctx, req.publisher.id, fields, req.body.categories) }
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: UpdateCalendar }>(
      '/calendar/:id',
      {
        config,
        schema: contract({
          id: 'updateCalendar',
          summary: 'Update a calendar',
          description: 'Send only what changes, and `subGenre`, which is always required.',
          tags,
          params: ById,
          body: UpdateCalendar,
          answers: { 200: CalendarId },
          refuses: [400, 404, 409, 413],
        }),
      },
      async (req) => {
        if (!['fixture', undefined].includes(req.body.type))
          throw invalid({ type: 'Calendar type cannot be changed' })
        const { id } = req.params
        const changes = readCalendar(req.body, 'api')
        const { categories } = req.body
        return { ...OK, calendarId: await changeCalendar(ctx, req.publisher.id, id, changes, categories) }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/calendar/:id',
      {
        config,
        schema: contract({
          id: 'deleteCalendar',
          summary: 'Delete a calendar with its events',
          description:
            'Its events and the subscriptions to it go with it. Subscribers stay. Here `status` is a number.',
          tags,
          params: ById,
          answers: { 200: Deleted },
          refuses: [404],
        }),
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
