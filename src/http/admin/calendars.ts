import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Calendar } from '../../calendars/calendar.ts'
import { fieldsOf, readCalendar, readNewCalendar } from '../../calendars/calendar-fields.ts'
import { getCalendar } from '../../calendars/calendar-store.ts'
import { changeCalendar, createCalendar } from '../../calendars/save-calendar.ts'
import { type CalendarSort, pageOfCalendars, readInFull } from '../../catalog/calendar-list.ts'
import { deleteCalendar, emptyLargeCalendar } from '../../catalog/delete-calendar.ts'
import { previewDeletion } from '../../catalog/deletion.ts'
import type { AppContext } from '../../context.ts'
import { summarizeCutFeeds } from '../../feeds/cut-feeds.ts'
import { growthOfCalendar } from '../../statistics/origins.ts'
import { spanBefore } from '../../statistics/period.ts'
import { addDays, dayAt } from '../../time/day.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import {
  CalendarAnswer,
  CalendarGrowthAnswer,
  CalendarInput,
  CalendarList,
  CalendarQuery,
  DeletionAnswer,
  NewCalendarInput,
} from './calendars-schemas.ts'
import { categoryAdminRoutes } from './categories.ts'
import { presentManaged, readCalendarCursor, writeCalendarCursor } from './present-calendar.ts'

const PAGE = 50
const GROWTH_DAYS = 30
const BY_COUNT = new Set<CalendarSort>(['events', 'subscribers'])
const ById = Type.Object({ id: Key })
type ById = { Params: Static<typeof ById> }

/** Calendars and their categories. */
export function calendarAdminRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return async (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Calendar Data' } as const
    const looking = { role: 'viewer', invalid: 'Invalid Parameters' } as const
    const tags = ['Calendars']
    const answers = { 200: CalendarAnswer }
    await app.register(categoryAdminRoutes(ctx))

    app.get<{ Querystring: CalendarQuery }>(
      '/calendars',
      {
        config: looking,
        schema: contract({
          id: 'listCalendars',
          tags,
          summary: 'List calendars',
          query: CalendarQuery,
          answers: { 200: CalendarList },
        }),
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
        const extent = new Map(cut.calendars.map((calendar) => [calendar.id, calendar.extent]))
        return {
          data: page.calendars.map((calendar) =>
            presentManaged(calendar, publicUrl, extent.get(calendar.id)),
          ),
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
        schema: contract({
          id: 'getCalendar',
          tags,
          summary: 'One calendar, by id or reference',
          params: ById,
          answers,
        }),
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
        schema: contract({
          id: 'previewCalendarDeletion',
          tags,
          summary: 'What deleting a calendar would take along',
          params: ById,
          answers: { 200: DeletionAnswer },
        }),
      },
      async (req): Promise<DeletionAnswer> => {
        const { id } = await getCalendar(ctx.db, req.publisher.id, req.params.id)
        const counts = await ctx.calendarCounts.find(req.publisher.id)
        return { data: await previewDeletion(ctx.db, req.publisher.id, id, counts), ...OK }
      },
    )

    app.get<ById>(
      '/calendars/:id/growth',
      {
        config: looking,
        schema: contract({
          id: 'getCalendarGrowth',
          tags,
          summary: 'How many began to follow a calendar lately, and how many left',
          params: ById,
          answers: { 200: CalendarGrowthAnswer },
        }),
      },
      async (req): Promise<CalendarGrowthAnswer> => {
        const { id, timezone } = req.publisher
        const calendar = await getCalendar(ctx.db, id, req.params.id)
        const to = dayAt(timezone, ctx.now())
        const days = { from: addDays(to, 1 - GROWTH_DAYS), to }
        const growth = await growthOfCalendar(ctx.db, id, calendar.id, days, spanBefore(days))
        return { data: { days: GROWTH_DAYS, ...growth }, ...OK }
      },
    )

    app.post<{ Body: NewCalendarInput }>(
      '/calendars',
      {
        config,
        schema: contract({
          id: 'createCalendar',
          tags,
          summary: 'Create a calendar',
          body: NewCalendarInput,
          answers,
        }),
      },
      async (req) => {
        const fields = readNewCalendar(req.body, 'admin')
        const publisherId = req.publisher.id
        const id = await audited(ctx, req.actor, 'calendar.create', async (within) => {
          const id = await createCalendar(within, publisherId, fields, req.body.categories || [])
          const created = await getCalendar(within.db, publisherId, id)
          return { result: id, subject: subjectOf(id), after: forLog(created) }
        })
        return answer(publisherId, id)
      },
    )

    app.put<ById & { Body: CalendarInput }>(
      '/calendars/:id',
      {
        config,
        schema: contract({
          id: 'changeCalendar',
          tags,
          summary: 'Change a calendar',
          params: ById,
          body: CalendarInput,
          answers,
        }),
      },
      async (req) => {
        const changes = readCalendar(req.body, 'admin')
        const categories = req.body.categories === '' ? [] : req.body.categories
        const publisherId = req.publisher.id
        const id = await audited(ctx, req.actor, 'calendar.change', async (within) => {
          const before = await getCalendar(within.db, publisherId, req.params.id)
          await changeCalendar(within, publisherId, before.id, changes, categories)
          const after = await getCalendar(within.db, publisherId, before.id)
          return {
            result: before.id,
            subject: subjectOf(before.id),
            before: forLog(before),
            after: forLog(after),
          }
        })
        return answer(publisherId, id)
      },
    )

    app.delete<ById>(
      '/calendars/:id',
      {
        config,
        schema: contract({
          id: 'deleteCalendar',
          tags,
          summary: 'Delete a calendar, its events and the subscriptions to it',
          params: ById,
        }),
      },
      async (req) => {
        const publisherId = req.publisher.id
        await emptyLargeCalendar(ctx, publisherId, req.params.id)
        await audited(ctx, req.actor, 'calendar.delete', async (within) => {
          const before = await getCalendar(within.db, publisherId, req.params.id)
          await deleteCalendar(within, publisherId, before.id)
          return { result: undefined, subject: subjectOf(before.id), before: forLog(before) }
        })
        return OK
      },
    )
  }

  async function answer(publisherId: number, id: string): Promise<CalendarAnswer> {
    const counts = await ctx.calendarCounts.find(publisherId)
    const [calendar] = await readInFull(ctx.db, publisherId, [id], counts, ctx.now())
    const feed = await ctx.feeds.publicCalendar(publisherId, id)
    return { data: presentManaged(calendar!, publicUrl, feed?.extent), ...OK }
  }
}

function subjectOf(id: string) {
  return { kind: 'calendar', id }
}

function forLog(calendar: Calendar) {
  return { ...fieldsOf(calendar), categories: calendar.categories.map(({ path }) => path) }
}
