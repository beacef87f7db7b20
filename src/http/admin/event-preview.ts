import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { findCalendar } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { PublicEventInput } from '../../events/event-schema.ts'
import { getEvent } from '../../events/event-store.ts'
import { readEvent } from '../../events/read-event.ts'
import { changeRules, requireEventCalendar } from '../../events/save-event.ts'
import { previewEvent } from '../../feeds/preview-event.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { ERRORS, OK, readBy } from '../api/schemas.ts'
import { readEventBody } from './event-changes.ts'
import { PreviewAnswer } from './events-schemas.ts'
import { presentReach } from './feed-reach.ts'
import { presentRecord } from './present-event.ts'

/** Stands for the id that a new event will get. */
const NO_ID = '0'.repeat(24)

const Query = Type.Object({
  id: Type.Optional(Type.String({ description: 'The event that the input changes; without it, a new one.' })),
  svcId: Type.Optional(Type.String({ description: 'Whose private event it is.' })),
})
type PreviewRequest = FastifyRequest<{ Querystring: Static<typeof Query> }>

/** What subscribers will see of an event, before it is stored. */
export function eventPreviewRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Querystring: Static<typeof Query> }>(
      '/events/preview',
      {
        config: { role: 'viewer', invalid: 'Invalid Event Data' },
        schema: {
          tags: ['Events'],
          summary: 'What calendar applications will show of an event',
          querystring: Query,
          body: readBy('readEvent', PublicEventInput),
          response: { 200: PreviewAnswer, ...ERRORS },
        },
      },
      async (req): Promise<PreviewAnswer> => {
        const input = readEventBody(req.body)
        const before = await storedEvent(req)
        const event = await eventOf(req, input, before)
        const calendar = event.private
          ? undefined
          : await findCalendar(ctx.db, event.publisherId, event.calendarId)
        const preview = await previewEvent(ctx, req.publisher, event, {
          ...(before && { before }),
          zoneGiven: before !== undefined || Boolean(input.timezone),
          calendarDraft: calendar?.draft ?? false,
        })
        const feed = preview.feed && { ...preview.feed, reach: presentReach(preview.feed.reach) }
        return { data: { event: presentRecord(event), ...preview, feed }, ...OK }
      },
    )
    return Promise.resolve()
  }

  async function storedEvent({ query, publisher }: PreviewRequest): Promise<CalendarEvent | undefined> {
    const { id, svcId } = query
    if (!id) return undefined
    const event = await getEvent(ctx.db, publisher.id, id)
    if (event.private !== Boolean(svcId)) throw notFound('Event', id)
    return event
  }

  /** The event as storing the input would make it; throws as storing it would. */
  async function eventOf(
    { query, publisher }: PreviewRequest,
    input: Record<string, unknown>,
    before: CalendarEvent | undefined,
  ): Promise<CalendarEvent> {
    const { svcId } = query
    const required = svcId ? [] : ['location', 'calendarId']
    const rules = before
      ? changeRules(publisher, before)
      : { private: Boolean(svcId), required, timezone: publisher.timezone }
    const read = readEvent(input, rules)
    if ('errors' in read) throw invalid(read.errors)
    const own = svcId ? (await getActiveSubscriber(ctx.db, publisher.id, svcId)).privateCalendarId : undefined
    const calendarId = own ?? (input.calendarId as string | undefined) ?? before!.calendarId
    if (before && own && before.calendarId !== own) throw notFound('Event', before.id)
    if (!own) await requireEventCalendar(ctx.db, publisher.id, calendarId)
    const now = ctx.now()
    return {
      ...read.event,
      id: before?.id ?? NO_ID,
      publisherId: publisher.id,
      calendarId,
      private: own !== undefined,
      sequence: before ? before.sequence + 1 : 0,
      created: before?.created ?? now,
      modified: now,
    }
  }
}
