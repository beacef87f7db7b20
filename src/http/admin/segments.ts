import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { findUnknownCalendar } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { invalid } from '../../errors.ts'
import { changeSegment, createSegment } from '../../subscribers/save-segment.ts'
import type { Segment, SegmentFilter } from '../../subscribers/segment.ts'
import { deleteSegment, getSegment, listSegments } from '../../subscribers/segment-store.ts'
import { audited } from '../../users/audit.ts'
import { findWidget } from '../../widgets/widget-store.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { iso } from './present-subscriber.ts'
import {
  NewSegment,
  SegmentAnswer,
  SegmentChange,
  type SegmentRecord,
  SegmentsAnswer,
} from './segments-schemas.ts'

const ById = Type.Object({ id: Key })
type ById = { Params: Static<typeof ById> }

/** Segments: filters of subscribers that are kept under a name. */
export function segmentRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Subscribers']
    const looking = { role: 'viewer' } as const
    const config = { role: 'editor', invalid: 'Invalid Segment Data' } as const

    app.get(
      '/segments',
      {
        config: looking,
        schema: contract({
          id: 'listSegments',
          tags,
          summary: 'List the filters of subscribers that are kept, the oldest first',
          answers: { 200: SegmentsAnswer },
        }),
      },
      async (req) => ({ data: (await listSegments(ctx.db, req.publisher.id)).map(present), ...OK }),
    )

    app.post<{ Body: NewSegment }>(
      '/segments',
      {
        config,
        schema: contract({
          id: 'createSegment',
          tags,
          summary: 'Keep a filter of subscribers under a name',
          body: NewSegment,
          answers: { 200: SegmentAnswer },
        }),
      },
      async (req) => {
        const segment = await audited(ctx, req.actor, 'segment.create', async (within) => {
          await requireKnown(within.db, req.publisher.id, req.body.filter)
          const created = await createSegment(within, req.publisher.id, req.body)
          return { result: created, subject: subjectOf(created), after: forLog(created) }
        })
        return { data: present(segment), ...OK }
      },
    )

    app.put<ById & { Body: Static<typeof SegmentChange> }>(
      '/segments/:id',
      {
        config,
        schema: contract({
          id: 'changeSegment',
          tags,
          summary: 'Rename a segment, or give it another filter',
          params: ById,
          body: SegmentChange,
          answers: { 200: SegmentAnswer },
        }),
      },
      async (req) => {
        const segment = await audited(ctx, req.actor, 'segment.change', async (within) => {
          const { before, after } = await changeSegment(within, req.publisher.id, req.params.id, req.body)
          await requireKnown(within.db, req.publisher.id, req.body.filter)
          return { result: after, subject: subjectOf(after), before: forLog(before), after: forLog(after) }
        })
        return { data: present(segment), ...OK }
      },
    )

    app.delete<ById>(
      '/segments/:id',
      {
        config,
        schema: contract({
          id: 'deleteSegment',
          tags,
          summary: 'Delete a segment; the subscribers stay',
          params: ById,
        }),
      },
      async (req) => {
        await audited(ctx, req.actor, 'segment.delete', async ({ db }) => {
          const before = await getSegment(db, req.publisher.id, req.params.id)
          await deleteSegment(db, req.publisher.id, before.id)
          return { result: undefined, subject: subjectOf(before), before: forLog(before) }
        })
        return OK
      },
    )
    return Promise.resolve()
  }
}

/** A filter with a calendar or widget that is not there would find nobody, without a word why. */
async function requireKnown(
  tx: Db,
  publisherId: number,
  { calendarIds = [], widgetId }: SegmentFilter = {},
): Promise<void> {
  const unknown = await findUnknownCalendar(tx, publisherId, calendarIds)
  if (unknown !== undefined)
    throw invalid({ 'filter.calendarIds': `Segment filter.calendarIds has no calendar with ID [${unknown}]` })
  if (widgetId !== undefined && !(await findWidget(tx, publisherId, widgetId)))
    throw invalid({ 'filter.widgetId': `Segment filter.widgetId has no widget with ID [${widgetId}]` })
}

function subjectOf({ id }: Segment) {
  return { kind: 'segment', id }
}

function forLog({ name, filter }: Segment) {
  return { name, ...filter }
}

function present({ id, name, filter, created }: Segment): SegmentRecord {
  return { id, name, filter, created: iso(created) }
}
