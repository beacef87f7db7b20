import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import type { LoggedChanges } from '../../events/event-log.ts'
import { loggedChangesOf, previewUndo, undoChanges } from '../../events/undo-changes.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { withReason } from '../../reasons/reason.ts'
import { loggedChangeOf, type LoggedSeriesChange, seriesForLog } from '../../series/series-log.ts'
import { requireUndoable, undoSeries } from '../../series/undo-series.ts'
import { type Actor, audited, type AuditEntry } from '../../users/audit.ts'
import { findEntry } from '../../users/audit-store.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { UndoAnswer, UndoPreviewAnswer } from './many-events-schemas.ts'

export const CHANGE_ALL = 'event.change-all'
export const DELETE_ALL = 'event.delete-all'
const UNDO_ALL = 'event.undo-all'
const UNDO_ONE = 'event.undo'
const UNDO_SERIES = 'series.undo'
const OF_ONE = ['event.create', 'event.change', 'event.delete', UNDO_ONE]
const OF_MANY = [CHANGE_ALL, DELETE_ALL, UNDO_ALL]
const MOST_NAMED = 20

const ById = Type.Object({ id: Key })

/** Undoes a change of events, or of a series. */
export function eventUndoRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor' } as const

    app.get<{ Params: Static<typeof ById> }>(
      '/event-changes/:id/undo',
      {
        config,
        schema: contract({
          id: 'previewUndo',
          tags: ['Events'],
          summary: 'What undoing a change would do now',
          params: ById,
          answers: { 200: UndoPreviewAnswer },
        }),
      },
      async ({ params, publisher }): Promise<UndoPreviewAnswer> => {
        const { ofSeries, ofEvents } = await find(publisher, params.id)
        try {
          if (ofSeries) await requireUndoable(ctx.db, publisher.id, ofSeries)
          const { events, left } = ofSeries
            ? { events: 0, left: [] }
            : await previewUndo(ctx.db, publisher, requireKnown(ofEvents))
          const data = { events, leftAlone: left.length, left: left.slice(0, MOST_NAMED), refused: null }
          return { data, ...OK }
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          return {
            data: { events: 0, leftAlone: 0, left: [], refused: error.message, ...withReason(error.message) },
            ...OK,
          }
        }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/event-changes/:id/undo',
      {
        config,
        schema: contract({
          id: 'undoEventChanges',
          tags: ['Events'],
          summary: 'Undo a change of events or of a series, where nobody changed them since',
          params: ById,
          answers: { 200: UndoAnswer },
        }),
      },
      async ({ params, publisher, actor }): Promise<UndoAnswer> => {
        const { entry, ofSeries, ofEvents } = await find(publisher, params.id)
        if (ofSeries) return { data: await undoOfSeries(publisher, actor, entry, ofSeries), ...OK }
        const undone = requireKnown(ofEvents)
        const action = OF_ONE.includes(entry.action) ? UNDO_ONE : UNDO_ALL
        const data = await audited(ctx, actor, action, async (within, entryId) => {
          const { restored, left, changes } = await undoChanges(within, publisher, undone)
          const change = restored > 0 ? entryId : null
          return {
            result: { restored, leftAlone: left.length, left: left.slice(0, MOST_NAMED), change },
            subject: restored > 0 ? entry.subject : undefined,
            ...changesForLog(changes, { undone: entry.id }),
          }
        })
        return { data, ...OK }
      },
    )
    return Promise.resolve()
  }

  async function find(publisher: Publisher, id: string) {
    const entry = await findEntry(ctx.db, publisher.id, id)
    if (!entry) throw notFound('Change', id)
    const { action, subject, before, after } = entry
    const ofSeries = loggedChangeOf(entry)
    if (!ofSeries && ![...OF_ONE, ...OF_MANY].includes(action)) throw notFound('Change', id)
    return { entry, ofSeries, ofEvents: loggedChangesOf(subject, before, after) }
  }

  async function undoOfSeries(
    publisher: Publisher,
    actor: Actor,
    { id, subject }: AuditEntry,
    logged: LoggedSeriesChange,
  ): Promise<UndoAnswer['data']> {
    return audited(ctx, actor, UNDO_SERIES, async (within, entryId) => {
      const { restored, left, change } = await undoSeries(within, publisher, logged)
      const { before, after } = seriesForLog(change)
      return {
        result: { restored, leftAlone: left.length, left: left.slice(0, MOST_NAMED), change: entryId },
        subject,
        before,
        after: { undone: id, ...after },
      }
    })
  }
}

/** The entry in the log for a change of many events. It keeps how they were, so that the change can be undone. */
export function changesForLog(
  { before, after }: LoggedChanges,
  cause: { change: object } | { undone: string },
) {
  return { before: { events: before }, after: { ...cause, events: after } }
}

function requireKnown(changes: LoggedChanges | undefined): LoggedChanges {
  if (changes) return changes
  throw new AppError('conflict', 'The log does not have how the events were. This can not be undone.', {
    kind: 'not_undone',
  })
}
