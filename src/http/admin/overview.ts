import type { FastifyInstance } from 'fastify'
import { type Static } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { listUpcoming } from '../../events/upcoming-store.ts'
import { kindOf } from '../../feeds/applications.ts'
import { summarizeCutFeeds } from '../../feeds/cut-feeds.ts'
import { ACTIVE_DAYS, type ActiveFeedCount } from '../../figures/active-feeds.ts'
import { readFirstSteps } from '../../figures/first-steps.ts'
import { readPeriod } from '../../figures/period.ts'
import { type CallbackHealth, readDeliveryHealth } from '../../webhooks/delivery-health.ts'
import { ERRORS, OK } from '../api/schemas.ts'
import { presentReach } from './feed-reach.ts'
import { type Overview, OverviewAnswer, OverviewQuery } from './overview-schemas.ts'

const NEXT_EVENTS = 10

/** All that the first page of the portal shows, in one answer. */
export function overviewRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof OverviewQuery> }>(
      '/overview',
      {
        config: { role: 'viewer' },
        schema: {
          tags: ['Overview'],
          summary: 'Figures by day, active feeds, delivery health, next events',
          querystring: OverviewQuery,
          response: { 200: OverviewAnswer, ...ERRORS },
        },
      },
      async (req) => ({ data: await overview(req.publisher.id, Number(req.query.days ?? 30)), ...OK }),
    )
    return Promise.resolve()
  }

  async function overview(publisherId: number, days: number): Promise<Overview> {
    const now = ctx.now()
    const { readsByApplication, ...period } = await readPeriod(ctx.db, publisherId, now, days)
    const activeFeeds = await ctx.activeFeeds.find(publisherId)
    const { since, more, callbacks } = await readDeliveryHealth(ctx.db, publisherId, now)
    return {
      steps: await readFirstSteps(ctx.db, publisherId),
      fullFeeds: await fullFeeds(publisherId, now),
      ...period,
      reads: readsByApplication.map((read) => ({ ...read, kind: kindOf(read.name) })),
      activeFeeds: activeFeeds ? presentFeeds(activeFeeds) : null,
      deliveries: { since: new Date(since).toISOString(), more, callbacks: callbacks.map(presentHealth) },
      nextEvents: await nextEvents(publisherId, now),
    }
  }

  async function fullFeeds(publisherId: number, now: number): Promise<Overview['fullFeeds']> {
    const { subscribers, calendars } = await summarizeCutFeeds(ctx.db, publisherId, now)
    const named = await listCalendarsById(
      ctx.db,
      publisherId,
      calendars.map(({ id }) => id),
    )
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return {
      subscribers,
      calendars: calendars
        .filter(({ id }) => names.has(id))
        .map(({ id, reach }) => ({ id, name: names.get(id)!, reach: presentReach(reach)! })),
    }
  }

  async function nextEvents(publisherId: number, now: number): Promise<Overview['nextEvents']> {
    const calendars = new Map(
      (await ctx.offer.list(publisherId)).map((calendar) => [calendar.id, calendar.name]),
    )
    const events = await listUpcoming(
      ctx.db,
      publisherId,
      { calendarIds: [...calendars.keys()], now, cancelled: true },
      NEXT_EVENTS,
    )
    return events.map((event) => {
      const { id, calendarId, name, location, startDate, endDate, startTime, endTime, timezone } = event
      const calendar = calendars.get(calendarId) ?? ''
      const cancelled = event.extras.cancelled === true
      const when = { startDate, endDate, startTime, endTime, timezone }
      return { id, calendarId, calendar, name, location, ...when, cancelled }
    })
  }
}

function presentFeeds({ at, subscribers, applications }: ActiveFeedCount): Overview['activeFeeds'] {
  return {
    at: new Date(at).toISOString(),
    days: ACTIVE_DAYS,
    subscribers,
    applications: applications.map((application) => ({ ...application, kind: kindOf(application.name) })),
  }
}

function presentHealth({ callback, lastFailure, ...counts }: CallbackHealth) {
  const { id, name, url, active } = callback
  return {
    ...{ id, name, url, active },
    ...counts,
    lastFailure: lastFailure && { ...lastFailure, at: new Date(lastFailure.at).toISOString() },
  }
}
