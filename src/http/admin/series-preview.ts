import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { PublicEventInput } from '../../events/event-fields.ts'
import { getEvent } from '../../events/event-store.ts'
import { type Others, previewSeries } from '../../series/change-from-date.ts'
import type { Plan } from '../../series/plan-series.ts'
import { ruleDateOf } from '../../series/read-date.ts'
import { RecurrenceInput } from '../../series/read-recurrence.ts'
import { ENDED, type Series } from '../../series/series.ts'
import { dayOf } from '../../series/series-dates.ts'
import { listSkippedDays } from '../../series/series-store.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { addDays } from '../../time/day.ts'
import { OK } from '../answer.ts'
import { readBy } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { readEventBody } from './event-changes.ts'
import { DatesAnswer } from './events-schemas.ts'
import { presentDates } from './present-event.ts'

const DAY_MS = 86_400_000
/** Dates shown at first. */
const SHOWN = 8

const Query = Type.Object({
  id: Type.Optional(Type.String({ description: 'The event that the input changes; without it, a new one.' })),
  svcId: Type.Optional(Type.String({ description: 'The subscriber of a private event.' })),
  scope: Type.Optional(
    Type.String({
      pattern: '^(following|all)$',
      accepts: 'following or all',
      description: 'Of a date of a series: it and the `following`, or `all` (the default).',
    }),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^0*([1-9]\\d{0,2}|1000)$', accepts: 'a number from 1 to 1000' }),
  ),
})
type DatesRequest = FastifyRequest<{ Querystring: Static<typeof Query> }>

/** The part of an input that decides about dates. */
const DECIDING = ['startDate', 'startTime', 'endDate', 'endTime', 'timezone', 'allDay', 'recurrence']

/** The dates of series before they are stored. */
export function seriesPreviewRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const repeating = { ...PublicEventInput.properties, recurrence: Type.Optional(RecurrenceInput) }
    app.post<{ Querystring: Static<typeof Query> }>(
      '/events/dates',
      {
        config: { role: 'viewer', invalid: 'Invalid Event Data' },
        schema: contract({
          id: 'previewDates',
          tags: ['Events'],
          summary: 'The dates that an event with a recurrence will have',
          query: Query,
          body: readBy('readEvent', Type.Object(repeating)),
          answers: { 200: DatesAnswer },
        }),
      },
      async (req): Promise<DatesAnswer> => {
        const { svcId, scope, limit = String(SHOWN) } = req.query
        const given = Object.entries(readEventBody(req.body)).filter(([name]) => DECIDING.includes(name))
        const event = await storedEvent(req)
        // Errors of other fields are told elsewhere, and people look at the dates before they type a title.
        const input: Record<string, unknown> = { ...(!event && { name: '-' }), ...Object.fromEntries(given) }
        const planned = await previewSeries(ctx.db, ctx, req.publisher, {
          ...(event && { event }),
          input,
          ...(scope && { others: scope as Others }),
          ...(!event && { privateCalendarId: svcId ?? '' }),
        })
        const from = event?.occurrence ? dayInSeries(event, input) : ''
        return { data: await present(req.publisher.id, planned, from, Number(limit)), ...OK }
      },
    )
    return Promise.resolve()
  }

  async function storedEvent({ query, publisher }: DatesRequest) {
    const { id, svcId } = query
    if (!id) return undefined
    const event = await getEvent(ctx.db, publisher.id, id)
    const own = svcId && (await getActiveSubscriber(ctx.db, publisher.id, svcId)).privateCalendarId
    if (event.private !== Boolean(svcId) || (own && event.calendarId !== own)) throw notFound('Event', id)
    return event
  }

  async function present(
    publisherId: number,
    { series, plan }: { series: Series; plan: Plan },
    from: string,
    limit: number,
  ): Promise<DatesAnswer['data']> {
    const { rule, include, skipCalendars, fields } = series
    const ahead = plan.occurrences.filter((occurrence) => dayOf(occurrence) >= from)
    const shown = ahead.slice(0, limit)
    const [wanted, excluded] = [new Set(plan.wanted), new Set(plan.excluded)]
    const skipped = shown.filter((date) => !wanted.has(date) && !excluded.has(date)).map(dayOf)
    const reasons = await reasonsToSkip(publisherId, skipCalendars, skipped)
    return {
      ...{ rule, include, skipCalendars, ruleDate: ruleDateOf(series) },
      exclude: presentDates(plan.excluded, fields.startTime),
      dates: plan.wanted.length,
      first: firstOf(plan.wanted),
      last: plan.madeUntil === ENDED ? firstOf(plan.wanted.slice(-1)) : null,
      next: shown.map((occurrence) => ({
        day: dayOf(occurrence),
        time: occurrence.slice(11) || null,
        state: wanted.has(occurrence) ? 'date' : excluded.has(occurrence) ? 'excluded' : 'skipped',
        added: include.includes(dayOf(occurrence)),
        skippedFor: reasons.get(dayOf(occurrence)) ?? [],
      })),
      more: ahead.length - shown.length,
    }
  }

  /** For each skipped day the calendars that have it. */
  async function reasonsToSkip(publisherId: number, calendarIds: string[], days: string[]) {
    const reasons = new Map<string, string[]>()
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return reasons
    for (const id of calendarIds) {
      const taken = await listSkippedDays(ctx.db, publisherId, [id], first, last)
      for (const day of days) if (taken.has(day)) reasons.set(day, [...(reasons.get(day) ?? []), id])
    }
    return reasons
  }
}

function firstOf([occurrence]: string[]): string | null {
  return occurrence === undefined ? null : dayOf(occurrence)
}

/** The day of a date in its series, moved as the input moves the event. */
function dayInSeries(event: CalendarEvent, { startDate }: { startDate?: unknown }): string {
  const day = dayOf(event.occurrence!)
  const moved = typeof startDate === 'string' ? Date.parse(startDate) - Date.parse(event.startDate) : 0
  return addDays(day, moved / DAY_MS)
}
