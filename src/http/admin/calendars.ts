import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Calendar, CalendarFields } from '../../calendars/calendar.ts'
import { type CalendarSort, pageOfCalendars, readInFull } from '../../calendars/calendar-list.ts'
import { getCalendar } from '../../calendars/calendar-store.ts'
import { deleteCalendar, emptyLargeCalendar } from '../../calendars/delete-calendar.ts'
import { whatDeletingTakes } from '../../calendars/deletion.ts'
import { changeCalendar, createCalendar } from '../../calendars/save-calendar.ts'
import type { AppContext } from '../../context.ts'
import { summarizeCutFeeds } from '../../feeds/cut-feeds.ts'
import { audit } from '../../users/audit.ts'
import { ERRORS, Key, OK } from '../api/schemas.ts'
import {
  CalendarAnswer,
  CalendarInput,
  CalendarList,
  CalendarQuery,
  DeletionAnswer,
  NewCalendarInput,
} from './calendars-schemas.ts'
import { categoryAdminRoutes } from './categories.ts'
import { change } from './change.ts'
import { presentManaged, readCalendarCursor, writeCalendarCursor } from './present-calendar.ts'

const PAGE = 50
const BY_COUNT = new Set<CalendarSort>(['events', 'subscribers'])
const ById = Type.Object({ id: Key })
type ById = { Params: Static<typeof ById> }

/** Calendars: list, one, create, change, delete; and what they are sorted into. */
export function calendarAdminRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return async (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Calendar Data' } as const
    const looking = { role: 'viewer', invalid: 'Invalid Parameters' } as const
    const tags = ['Calendars']
    const response = { 200: CalendarAnswer, ...ERRORS }
    await app.register(categoryAdminRoutes(ctx))

    app.get<{ Querystring: CalendarQuery }>(
      '/calendars',
      {
        config: looking,
        schema: {
          tags,
          summary: 'List calendars',
          querystring: CalendarQuery,
          response: { 200: CalendarList, ...ERRORS },
        },
      },
      async (req): Promise<CalendarList> => {
        const { q, reference, draft, category, sort = 'name', cursor, limit = PAGE } = req.query
        const by = sort.replace('-', '') as CalendarSort
        const query = {
          ...{ q, reference, category, sort: by, limit: Number(limit) },
          draft: draft === undefined ? undefined : draft === '1',
          descending: sort.startsWith('-'),
          after: readCalendarCursor(sort, cursor),
        }
        const counts = await ctx.calendarCounts.find(req.publisher.id)
        const page = await pageOfCalendars(ctx.db, req.publisher.id, query, counts, ctx.now())
        const cut = await summarizeCutFeeds(ctx.db, req.publisher.id, ctx.now())
        const reach = new Map(cut.calendars.map((calendar) => [calendar.id, calendar.reach]))
        return {
          data: page.calendars.map((calendar) => presentManaged(calendar, publicUrl, reach.get(calendar.id))),
          next: writeCalendarCursor(sort, page.next),
          count: { value: page.count, more: false },
          counting:
            !counts && (BY_COUNT.has(by) || page.calendars.some(({ subscribers }) => subscribers.more)),
          ...OK,
        }
      },
    )

    app.get<ById>(
      '/calendars/:id',
      {
        config: looking,
        schema: { tags, summary: 'One calendar, by id or reference', params: ById, response },
      },
      async (req) => {
        const { id } = await getCalendar(ctx.db, req.publisher.id, req.params.id)
        return answer(req.publisher.id, id)
      },
    )

    app.get<ById>(
      '/calendars/:id/deletion',
      {
        config: looking,
        schema: {
          tags,
          summary: 'What deleting a calendar would take along',
          params: ById,
          response: { 200: DeletionAnswer, ...ERRORS },
        },
      },
      async (req): Promise<DeletionAnswer> => {
        const { id } = await getCalendar(ctx.db, req.publisher.id, req.params.id)
        const counts = await ctx.calendarCounts.find(req.publisher.id)
        return { data: await whatDeletingTakes(ctx.db, req.publisher.id, id, counts), ...OK }
      },
    )

    app.post<{ Body: NewCalendarInput }>(
      '/calendars',
      { config, schema: { tags, summary: 'Create a calendar', body: NewCalendarInput, response } },
      async (req) => {
        const { categories, draft = true, note = '', logo = '', ...rest } = fieldsOf(req.body)
        const fields = { ...rest, draft, note, logo } as CalendarFields
        const publisherId = req.publisher.id
        const id = await change(ctx, async (within) => {
          const id = await createCalendar(within, publisherId, fields, categories!)
          const created = await getCalendar(within.db, publisherId, id)
          await audit(within.db, req.actor, 'calendar.create', subjectOf(id), null, forLog(created))
          return id
        })
        return answer(publisherId, id)
      },
    )

    app.put<ById & { Body: CalendarInput }>(
      '/calendars/:id',
      {
        config,
        schema: { tags, summary: 'Change a calendar', params: ById, body: CalendarInput, response },
      },
      async (req) => {
        const { categories, ...changes } = fieldsOf(req.body)
        const publisherId = req.publisher.id
        const id = await change(ctx, async (within) => {
          const before = await getCalendar(within.db, publisherId, req.params.id)
          await changeCalendar(within, publisherId, before.id, changes, categories)
          const after = await getCalendar(within.db, publisherId, before.id)
          await audit(
            within.db,
            req.actor,
            'calendar.change',
            subjectOf(before.id),
            forLog(before),
            forLog(after),
          )
          return before.id
        })
        return answer(publisherId, id)
      },
    )

    app.delete<ById>(
      '/calendars/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Delete a calendar, its events and the subscriptions to it',
          params: ById,
          response: ERRORS,
        },
      },
      async (req) => {
        const publisherId = req.publisher.id
        await emptyLargeCalendar(ctx, publisherId, req.params.id)
        await change(ctx, async (within) => {
          const before = await getCalendar(within.db, publisherId, req.params.id)
          await deleteCalendar(within, publisherId, before.id)
          await audit(within.db, req.actor, 'calendar.delete', subjectOf(before.id), forLog(before), null)
        })
        return OK
      },
    )
  }

  async function answer(publisherId: number, id: string): Promise<CalendarAnswer> {
    const counts = await ctx.calendarCounts.find(publisherId)
    const [calendar] = await readInFull(ctx.db, publisherId, [id], counts, ctx.now())
    const feed = await ctx.feeds.publicCalendar(publisherId, id)
    return { data: presentManaged(calendar!, publicUrl, feed?.reach), ...OK }
  }
}

/** What is given of a calendar, and nothing else. */
function fieldsOf(body: CalendarInput): Partial<CalendarFields> & { categories?: string } {
  const { name, reference, genre, subGenre, note, logo, draft, categories } = body
  const given = Object.entries({ name, reference, genre, subGenre, note, logo, draft, categories })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function subjectOf(id: string) {
  return { kind: 'calendar', id }
}

function forLog({ name, reference, genre, subGenre, note, logo, draft, categories }: Calendar) {
  const paths = categories.map(({ path }) => path)
  return { name, reference, genre, subGenre, note, logo, draft, categories: paths }
}
