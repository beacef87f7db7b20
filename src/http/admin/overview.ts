import type { FastifyInstance } from 'fastify'
import { type Static } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { hasRecentPrivateEvents } from '../../events/private-event-store.ts'
import { listUpcoming } from '../../events/upcoming-store.ts'
import { kindOf } from '../../feeds/applications.ts'
import { summarizeCutFeeds } from '../../feeds/cut-feeds.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { findLeastReached } from '../../reach/least-reached.ts'
import { ACTIVE_DAYS, type ActiveFeedCount } from '../../statistics/active-feeds.ts'
import { readFirstSteps } from '../../statistics/first-steps.ts'
import { readPeriod } from '../../statistics/period.ts'
import { type CallbackHealth, readDeliveryHealth } from '../../webhooks/delivery-health.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { presentExtent } from './feed-extent.ts'
import { listWithReach } from './listed-changes.ts'
import { type Overview, OverviewAnswer, OverviewQuery } from './overview-schemas.ts'

const NEXT_EVENTS = 10

/** All data of the admin portal's first page. */
export function overviewRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof OverviewQuery> }>(
      '/overview',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'getOverview',
          tags: ['Overview'],
          summary: 'Statistics by day, active feeds, delivery health, next events',
          query: OverviewQuery,
          answers: { 200: OverviewAnswer },
        }),
      },
      async (req) => ({ data: await overview(req.publisher, Number(req.query.days ?? 30)), ...OK }),
    )
    return Promise.resolve()
  }

  async function overview({ id: publisherId, settings }: Publisher, days: number): Promise<Overview> {
    const now = ctx.now()
    const isOpen = settings.confirm !== 'always'
    const { readsByApplication, ...period } = await readPeriod(ctx.db, publisherId, now, days)
    const activeFeeds = await ctx.activeFeeds.find(publisherId)
    const { since, more, callbacks } = await readDeliveryHealth(ctx.db, publisherId, now)
    return {
      steps: await readFirstSteps(ctx.db, publisherId),
      confirmAdvised: isOpen && (await hasRecentPrivateEvents(ctx.db, publisherId)),
      fullFeeds: await fullFeeds(publisherId, now),
      ...period,
      reads: readsByApplication.map((read) => ({ ...read, kind: kindOf(read.name) })),
      activeFeeds: activeFeeds ? presentFeeds(activeFeeds) : null,
      deliveries: { since: new Date(since).toISOString(), more, callbacks: callbacks.map(presentHealth) },
      nextEvents: await nextEvents(publisherId, now),
      leastReached: await leastReached(publisherId, now),
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
        .map(({ id, extent }) => ({ id, name: names.get(id)!, extent: presentExtent(extent)! })),
    }
  }

  async function leastReached(publisherId: number, now: number): Promise<Overview['leastReached']> {
    const least = await findLeastReached(ctx, publisherId, now)
    if (!least) return null
    const [change] = await listWithReach(ctx, publisherId, [least.change])
    return { change: change!, others: least.others }
  }

  async function nextEvents(publisherId: number, now: number): Promise<Overview['nextEvents']> {
    const calendars = new Map(
      (await ctx.publicCalendars.list(publisherId)).map((calendar) => [calendar.id, calendar.name]),
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
      const cancelled = event.cancelled
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
