import type { FastifyInstance } from 'fastify'
import { type Static } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { hasRecentPrivateEvents } from '../../events/private-event-store.ts'
import { kindOf } from '../../feeds/applications.ts'
import { summarizeCutFeeds } from '../../feeds/cut-feeds.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { ACTIVE_DAYS, type ActiveFeedCount } from '../../statistics/active-feeds.ts'
import { readFirstSteps } from '../../statistics/first-steps.ts'
import { readPeriod, type Span } from '../../statistics/period.ts'
import { dayAt } from '../../time/day.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { presentExtent } from './feed-extent.ts'
import { overviewEvents } from './overview-events.ts'
import { readOrigins } from './overview-origins.ts'
import { type Overview, OverviewAnswer, OverviewQuery } from './overview-schemas.ts'
import { readSpan } from './overview-span.ts'

/** All data of the admin portal's first page. */
export function overviewRoutes(ctx: AppContext) {
  const { listClicked, nextEvents, lastChanges } = overviewEvents(ctx)

  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof OverviewQuery> }>(
      '/overview',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'getOverview',
          tags: ['Overview'],
          summary: 'Statistics by day, what they are made of, active feeds, next events',
          query: OverviewQuery,
          answers: { 200: OverviewAnswer },
        }),
      },
      async (req) => {
        const today = dayAt(req.publisher.timezone, ctx.now())
        return { data: await overview(req.publisher, readSpan(req.query, today), today), ...OK }
      },
    )
    return Promise.resolve()
  }

  async function overview(publisher: Publisher, span: Span, today: string): Promise<Overview> {
    const { id: publisherId, settings, timezone } = publisher
    const now = ctx.now()
    const isOpen = settings.confirm !== 'always'
    const period = await readPeriod(ctx.db, publisherId, span, today)
    const { readsByApplication, readersByApplication, ...sums } = period
    const activeFeeds = await ctx.activeFeeds.find(publisherId)
    return {
      steps: await readFirstSteps(ctx.db, publisherId),
      confirmAdvised: isOpen && (await hasRecentPrivateEvents(ctx.db, publisherId)),
      fullFeeds: await fullFeeds(publisherId, now),
      timezone,
      today,
      ...sums,
      calendars: await readOrigins(ctx.db, publisherId, 'calendar', period),
      widgets: await readOrigins(ctx.db, publisherId, 'widget', period),
      campaigns: await readOrigins(ctx.db, publisherId, 'campaign', period),
      links: await listClicked(publisherId, span),
      reads: readsByApplication.map((read) => ({ ...read, kind: kindOf(read.name) })),
      readers: readersByApplication.map((reader) => ({ ...reader, kind: kindOf(reader.name) })),
      activeFeeds: activeFeeds ? presentFeeds(activeFeeds) : null,
      ...(await nextEvents(publisher, now)),
      ...(await lastChanges(publisherId, now)),
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
}

function presentFeeds({ at, subscribers, applications }: ActiveFeedCount): Overview['activeFeeds'] {
  return {
    at: new Date(at).toISOString(),
    days: ACTIVE_DAYS,
    subscribers,
    applications: applications.map((application) => ({ ...application, kind: kindOf(application.name) })),
  }
}
