import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { type FieldErrors, invalid } from '../../errors.ts'
import { changeMany, type Owner, previewMany } from '../../events/change-many.ts'
import type { LoggedChanges } from '../../events/event-log.ts'
import { requireManyChange } from '../../events/many-change.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { previewReach } from '../../reach/preview-reach.ts'
import { reasonsOf } from '../../reasons/reason.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { audited, type Subject } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { CHANGE_ALL, changesForLog, DELETE_ALL } from './event-undo.ts'
import { readListQuery } from './events-query.ts'
import { presentReachPreview } from './listed-changes.ts'
import { ChangeBody, ManyChangedAnswer, ManyPreviewAnswer, PreviewBody } from './many-events-schemas.ts'
import { readInstant } from './user-fields.ts'

/** Changes of many events: of chosen ones, or of all that a list finds. */
export function manyEventRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Events']
    const config = { role: 'editor', invalid: 'Invalid Event Data' } as const

    app.post<{ Body: PreviewBody }>(
      '/event-changes/preview',
      {
        config,
        schema: contract({
          id: 'previewEventChanges',
          tags,
          summary: 'What a change of many events will do, event by event; stores nothing',
          body: PreviewBody,
          answers: { 200: ManyPreviewAnswer },
        }),
      },
      async ({ body, publisher }): Promise<ManyPreviewAnswer> => {
        const { svcId, ids, filter, change } = body
        if ((ids === undefined) === (filter === undefined))
          throw invalid({ ids: 'Event ids is required, or filter in its place' })
        requireManyChange(change)
        const owner = await ownerOf(ctx.db, publisher, svcId)
        const chosen = ids ? { ids } : { query: readListQuery(filter!) }
        const { calendarIds, ...preview } = await previewMany(ctx.db, owner, chosen, change)
        const reached = { eventIds: [], calendarIds }
        const reach = svcId === undefined && preview.live > 0 && (await previewReach(ctx, publisher, reached))
        const changing = preview.changing.map(({ id, modified }) => ({ id, modified: iso(modified) }))
        const shown = preview.shown.map(({ after = null, ...event }) => ({ ...event, after }))
        const refused = preview.refused.map((event) => ({ ...event, reasons: reasonsOf(event.errors) }))
        return {
          data: { ...preview, changing, shown, refused, reach: reach ? presentReachPreview(reach) : null },
          ...OK,
        }
      },
    )

    app.post<{ Body: ChangeBody }>(
      '/event-changes',
      {
        config,
        schema: contract({
          id: 'changeEvents',
          tags,
          summary: 'Change or delete many events, as the preview said',
          body: ChangeBody,
          answers: { 200: ManyChangedAnswer },
        }),
      },
      async ({ body, publisher, actor }): Promise<ManyChangedAnswer> => {
        const { svcId, events, change } = body
        requireManyChange(change)
        const seen = events.map(({ id, modified }) => ({
          id,
          modified: readInstant(modified, 'modified', 'Event'),
        }))
        const action = change.remove ? DELETE_ALL : CHANGE_ALL
        const data = await audited(ctx, actor, action, async (within, entryId) => {
          const owner = await ownerOf(within.db, publisher, svcId)
          const { done, left, changed, log } = await changeMany(within, owner, seen, change)
          return {
            result: { done, changed, change: changed > 0 ? entryId : null, left: left.map(presentLeft) },
            ...(changed > 0 && { subject: subjectOf(log, entryId, svcId) }),
            ...changesForLog(log, { change }),
          }
        })
        return { data, ...OK }
      },
    )
    return Promise.resolve()
  }
}

async function ownerOf(db: Db, publisher: Publisher, svcId: string | undefined): Promise<Owner> {
  if (svcId === undefined) return { publisher }
  const { privateCalendarId } = await getActiveSubscriber(db, publisher.id, svcId)
  return { publisher, privateCalendarId }
}

/** An entry about private events is one about their subscriber: with them it is erased. */
function subjectOf({ before, after }: LoggedChanges, entryId: string, svcId: string | undefined): Subject {
  if (svcId !== undefined) return { kind: 'subscriber', id: svcId }
  const ids = Object.keys({ ...before, ...after })
  return ids.length === 1 ? { kind: 'event', id: ids[0]! } : { kind: 'events', id: entryId }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

function presentLeft<Left extends { errors?: FieldErrors }>(left: Left) {
  return { ...left, ...(left.errors && { reasons: reasonsOf(left.errors) }) }
}
