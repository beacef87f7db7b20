import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { type CalendarEvent, calendarsOf, NO_SERIES } from '../../events/event.ts'
import { requireEventCalendars } from '../../events/event-calendars.ts'
import { PublicEventInput } from '../../events/event-fields.ts'
import { getEvent } from '../../events/event-store.ts'
import { readChange, readNew, requireValid } from '../../events/save-event.ts'
import { type EventPreview, previewEvent } from '../../feeds/preview-event.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { OK } from '../answer.ts'
import { readBy } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { readEventBody } from './event-changes.ts'
import { PreviewAnswer } from './events-schemas.ts'
import { presentExtent } from './feed-extent.ts'
import { presentRecord } from './present-event.ts'

/** Placeholder for the id of a new event. */
const NO_ID = '0'.repeat(24)

const Query = Type.Object({
  id: Type.Optional(Type.String({ description: 'The event that the input changes; without it, a new one.' })),
  svcId: Type.Optional(Type.String({ description: 'The subscriber of a private event.' })),
})
type PreviewRequest = FastifyRequest<{ Querystring: Static<typeof Query> }>

/** Previews of events before they are stored. */
export function eventPreviewRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Querystring: Static<typeof Query> }>(
      '/events/preview',
      {
        config: { role: 'viewer', invalid: 'Invalid Event Data' },
        schema: contract({
          id: 'previewEvent',
          tags: ['Events'],
          summary: 'What calendar applications will show of an event',
          query: Query,
          body: readBy('readEvent', PublicEventInput),
          answers: { 200: PreviewAnswer },
        }),
      },
      async (req): Promise<PreviewAnswer> => {
        const { recurrence: _, ...input } = readEventBody(req.body)
        const before = await storedEvent(req)
        const event = await eventOf(req, input, before)
        const calendars = await listCalendarsById(ctx.db, event.publisherId, calendarsOf(event))
        const preview = await previewEvent(ctx, req.publisher, event, {
          ...(before && { before }),
          hasTimeZone: before !== undefined || Boolean(input.timezone),
          calendarDraft: calendars.length > 0 && calendars.every(({ draft }) => draft),
        })
        return { data: presentPreview(event, preview), ...OK }
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

  /** Returns the event that storing the input would create. Throws the same errors. */
  async function eventOf(
    { query, publisher }: PreviewRequest,
    input: Record<string, unknown>,
    before: CalendarEvent | undefined,
  ): Promise<CalendarEvent> {
    const { svcId } = query
    const own = svcId ? (await getActiveSubscriber(ctx.db, publisher.id, svcId)).privateCalendarId : undefined
    if (before && own && before.calendarId !== own) throw notFound('Event', before.id)
    const read = requireValid(before ? readChange(publisher, before, input) : readNew(publisher, input, own))
    if (!own) await requireEventCalendars(ctx.db, publisher.id, input)
    const now = ctx.now()
    return {
      ...read.event,
      id: before?.id ?? NO_ID,
      publisherId: publisher.id,
      ...read.calendars,
      private: own !== undefined,
      linkCode: before?.linkCode ?? '',
      ...NO_SERIES,
      sequence: before ? before.sequence + 1 : 0,
      created: before?.created ?? now,
      modified: now,
    }
  }
}

/** The interface calls applications `programs`. */
function presentPreview(
  event: CalendarEvent,
  { ics, seen, applications, warnings, feed }: EventPreview,
): PreviewAnswer['data'] {
  return {
    event: presentRecord(event, undefined),
    ics,
    seen,
    programs: applications,
    warnings: warnings.map(({ applications: programs, ...warning }) => ({
      ...warning,
      ...(programs && { programs }),
    })),
    feed: feed && { ...feed, extent: presentExtent(feed.extent) },
  }
}
