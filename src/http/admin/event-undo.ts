import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import type { LoggedChanges } from '../../events/event-log.ts'
import { undoChanges } from '../../events/undo-changes.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { loggedChangeOf, type LoggedSeriesChange, seriesForLog } from '../../series/series-log.ts'
import { undoSeries } from '../../series/undo-series.ts'
import { type Actor, audited, type AuditEntry } from '../../users/audit.ts'
import { findEntry } from '../../users/audit-store.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { UndoAnswer } from './events-schemas.ts'

export const CHANGE_ALL = 'event.change-all'
const UNDO_ALL = 'event.undo-all'
const UNDO_SERIES = 'series.undo'
const MOST_NAMED = 20

const ById = Type.Object({ id: Key })

/** Undoes a change of many events, or of a series. */
export function eventUndoRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Params: Static<typeof ById> }>(
      '/event-changes/:id/undo',
      {
        config: { role: 'editor' },
        schema: contract({
          id: 'undoEventChanges',
          tags: ['Events'],
          summary: 'Undo a change of many events or of a series, where nobody changed them since',
          params: ById,
          answers: { 200: UndoAnswer },
        }),
      },
      async ({ params, publisher, actor }): Promise<UndoAnswer> => {
        const entry = await findEntry(ctx.db, publisher.id, params.id)
        const ofSeries = entry && loggedChangeOf(entry)
        if (ofSeries) return { data: await undoOfSeries(publisher, actor, entry, ofSeries), ...OK }
        if (!entry || ![CHANGE_ALL, UNDO_ALL].includes(entry.action)) throw notFound('Change', params.id)
        const undone = changesOf(entry)
        const data = await audited(ctx, actor, UNDO_ALL, async (within, entryId) => {
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

function changesOf({ before, after }: AuditEntry): LoggedChanges {
  const [was, is] = [before?.events, after?.events]
  if (isRecord(was) && isRecord(is)) return { before: was, after: is } as LoggedChanges
  throw new AppError(
    'conflict',
    'This change is from before the log kept how events were. It can not be undone.',
  )
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
