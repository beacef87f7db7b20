import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { insertAlert } from '../../alerts/alert-store.ts'
import { draftAlert } from '../../alerts/draft-alert.ts'
import { countPeople } from '../../alerts/find-recipients.ts'
import type { AppContext } from '../../context.ts'
import { csvLine } from '../../csv.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { invalid, notFound } from '../../errors.ts'
import type { EventChange } from '../../events/event-change.ts'
import { type ChangePlace, listChangesOf, listPublicChanges } from '../../events/event-change-store.ts'
import { isId } from '../../ids.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { estimateReach, halfAfter } from '../../reach/estimate.ts'
import { previewReach } from '../../reach/preview-reach.ts'
import { keyOf, listReach } from '../../reach/reach-store.ts'
import { walkWaiting } from '../../reach/waiting-store.ts'
import { lagsIn, quantile } from '../../statistics/lag.ts'
import { lastDays } from '../../statistics/statistic.ts'
import { listStatistics } from '../../statistics/statistic-store.ts'
import { dayAt } from '../../time/day.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { contract, textFile } from '../contract.ts'
import { TellAnswer, TellInput } from './alerts-schemas.ts'
import { ChangeList, type ChangeReach, ChangeReachAnswer, ReachPreviewAnswer } from './changes-schemas.ts'
import { listWithReach, presentReachPreview } from './listed-changes.ts'
import { mailOfAlert } from './sample-mail.ts'

const USUAL = 50
const MINUTE_MS = 60_000
/** Days of statistics that an estimate is made from. */
const LAG_DAYS = 28
const SHARE = 0.9

const Query = Type.Object({
  eventId: Type.Optional(Type.String({ maxLength: 100, description: 'Only of this event.' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, accepts: 'the `next` of an earlier answer' })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})
const Ids = Type.Optional(Type.String({ maxLength: 30_000, description: 'Ids, separated by commas.' }))
const PreviewQuery = Type.Object({ eventIds: Ids, calendarIds: Ids })
const ByRevision = Type.Object({
  revision: Type.String({ pattern: '^[1-9]\\d{0,15}$', accepts: 'the revision of a change' }),
})
const OfCalendar = Type.Object({
  calendarId: Type.String({ maxLength: 100, description: 'The calendar before the change.' }),
})
type OneChange = { Params: Static<typeof ByRevision>; Querystring: Static<typeof OfCalendar> }

/** Changes of public events, and who has them. */
export function changeAdminRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Events']

    app.get<{ Querystring: Static<typeof PreviewQuery> }>(
      '/reach',
      {
        config: { role: 'viewer', invalid: 'Invalid Parameters' },
        schema: contract({
          id: 'previewReach',
          tags,
          summary: 'How many people a change of events would reach, and how soon',
          description: 'Of public events and calendars. Drafts reach nobody.',
          query: PreviewQuery,
          answers: { 200: ReachPreviewAnswer },
        }),
      },
      async (req): Promise<ReachPreviewAnswer> => {
        const chosen = { eventIds: readIds(req.query.eventIds), calendarIds: readIds(req.query.calendarIds) }
        return { data: presentReachPreview(await previewReach(ctx, req.publisher, chosen)), ...OK }
      },
    )

    app.get<{ Querystring: Static<typeof Query> }>(
      '/changes',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'listPublicChanges',
          tags,
          summary: 'Changes of public events, and how many have them',
          description: 'The newest first.',
          query: Query,
          answers: { 200: ChangeList },
        }),
      },
      async (req) => {
        const { eventId, cursor, limit = String(USUAL) } = req.query
        const publisherId = req.publisher.id
        const before = cursor === undefined ? undefined : readPlace(cursor)
        const found = await listPublicChanges(ctx.db, publisherId, { eventId, before }, Number(limit) + 1)
        const shown = found.slice(0, Number(limit))
        const last = shown.at(-1)
        const next =
          found.length > shown.length && last
            ? writeCursor([last.at, last.revision, last.eventId, last.calendarId])
            : null
        return { data: await listWithReach(ctx, publisherId, shown), next, ...OK }
      },
    )

    app.get<OneChange>(
      '/changes/:revision/reach',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'getReach',
          tags,
          summary: 'Who has a change: by application, over time, and an estimate',
          params: ByRevision,
          query: OfCalendar,
          answers: { 200: ChangeReachAnswer },
        }),
      },
      async (req) => ({ data: await reachOf(req.publisher, await changesOf(req)), ...OK }),
    )

    app.get<OneChange>(
      '/changes/:revision/waiting.csv',
      {
        // The file has the e-mail addresses of subscribers.
        config: { role: 'editor' },
        schema: contract({
          id: 'downloadWaiting',
          tags,
          summary: 'Download who waits for a change',
          description: 'Subscribers with an active application that has not fetched it.',
          params: ByRevision,
          query: OfCalendar,
          answers: { 200: textFile('text/csv') },
        }),
      },
      async (req, reply) => {
        const [change] = await changesOf(req)
        return reply
          .headers({
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="waiting.csv"',
          })
          .send(Readable.from(waitingLines(req.publisher.id, change!)))
      },
    )
    app.post<OneChange & { Body: Static<typeof TellInput> }>(
      '/changes/:revision/tell',
      {
        config: { role: 'editor', invalid: 'Invalid Alert Data' },
        schema: contract({
          id: 'tellWaiting',
          tags,
          summary: 'Tell whoever has not fetched a change',
          description:
            'By mail, and by notification where somebody has them, whatever the rules say. Only to confirmed addresses. 403: there is nothing to tell.',
          params: ByRevision,
          query: OfCalendar,
          body: TellInput,
          answers: { 200: TellAnswer },
        }),
      },
      async (req) => {
        const askedBy = req.actor.name
        const alert = await draftAlert(ctx, req.publisher.id, await changesOf(req), askedBy)
        const people = await countPeople(ctx.db, alert, ctx.now())
        const mail = await mailOfAlert(ctx, req.publisher, alert)
        if (req.body.dryRun) return { data: { people, alertId: null, mail }, ...OK }
        await audited(ctx, req.actor, 'alert.tell', async (within) => {
          const subject = { kind: 'alert', id: alert.id }
          const result = await insertAlert(within.db, alert)
          return { result, subject, after: { people, topics: alert.topics } }
        })
        return { data: { people, alertId: alert.id, mail }, ...OK }
      },
    )
    return Promise.resolve()
  }

  async function changesOf({
    publisher,
    params,
    query,
  }: {
    publisher: { id: number }
    params: OneChange['Params']
    query: OneChange['Querystring']
  }): Promise<EventChange[]> {
    const all = await listChangesOf(ctx.db, publisher.id, Number(params.revision))
    const changes = all.filter(({ calendarId }) => calendarId === query.calendarId)
    if (changes.length === 0) throw notFound('Change', params.revision)
    return changes
  }

  async function reachOf(
    { id: publisherId, timezone }: Publisher,
    changes: EventChange[],
  ): Promise<ChangeReach> {
    const { revision, calendarId, at } = changes[0]!
    const listed = await listWithReach(ctx, publisherId, changes)
    const { reach, calendar } = listed[0]!
    const now = ctx.now()
    const kept = await listReach(ctx.db, publisherId, { revision, calendarId })
    const counted = (await ctx.reach.find(publisherId))?.get(keyOf({ revision, calendarId }))
    const curve = counted ? [...kept, counted] : kept
    const [firstDay] = lastDays(dayAt(timezone, now), LAG_DAYS)
    const lags = lagsIn(await listStatistics(ctx.db, publisherId, firstDay!))
    const age = (now - at) / MINUTE_MS
    return {
      ...{ revision, calendarId, calendar, changes: listed, reach },
      curve: curve.map(({ countedAt, active, reached }) => ({
        ...{ minutes: minutesAfter(at, countedAt), active, reached },
      })),
      halfAfter: halfAfter(curve, at) ?? null,
      estimate: (reach && estimateReach(reach, lags, SHARE, age)) ?? null,
      lags: lags.map((lag) => ({
        application: lag.application,
        median: Math.round(quantile(lag, 0.5)),
        most: Math.round(quantile(lag, SHARE)),
      })),
    }
  }

  async function* waitingLines(publisherId: number, change: EventChange) {
    yield csvLine(['svcId', 'email', 'applications', 'lastRead'])
    for await (const people of walkWaiting(ctx.db, publisherId, change, change.at, ctx.now()))
      for (const { svcId, email, applications } of people) {
        const lastRead = Math.max(...applications.map(({ lastReadAt }) => lastReadAt))
        const names = applications.map(({ application }) => application)
        yield csvLine([svcId, email, names.join('; '), new Date(lastRead).toISOString()])
      }
  }
}

function readIds(text = ''): string[] {
  return text.split(',').filter(isId)
}

function readPlace(cursor: string): ChangePlace {
  const [at, revision, eventId, calendarId] = readCursor(cursor)
  const numbers = typeof at === 'number' && typeof revision === 'number'
  if (!numbers || typeof eventId !== 'string' || typeof calendarId !== 'string')
    throw invalid({ cursor: 'cursor has to be the `next` of an earlier answer' })
  return { at, revision, eventId, calendarId }
}

function minutesAfter(at: number, later: number): number {
  return Math.max(0, Math.round((later - at) / MINUTE_MS))
}
