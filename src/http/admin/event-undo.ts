import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { AppError, notFound } from '../../errors.ts'
import type { LoggedChanges } from '../../events/event-log.ts'
import { undoChanges } from '../../events/undo-changes.ts'
import { type Actor, audit, type AuditEntry, type Subject } from '../../users/audit.ts'
import { findEntry } from '../../users/audit-store.ts'
import { ERRORS, Key, OK } from '../api/schemas.ts'
import { change } from './change.ts'
import { UndoAnswer } from './events-schemas.ts'

const CHANGE = 'event.change-all'
const UNDO = 'event.undo-all'
const MOST_NAMED = 20

const ById = Type.Object({ id: Key })

/** Takes back a change of many events. */
export function eventUndoRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Params: Static<typeof ById> }>(
      '/event-changes/:id/undo',
      {
        config: { role: 'editor' },
        schema: {
          tags: ['Events'],
          summary: 'Undo a change of many events, where nobody changed them since',
          params: ById,
          response: { 200: UndoAnswer, ...ERRORS },
        },
      },
      async ({ params, publisher, actor }): Promise<UndoAnswer> => {
        const entry = await findEntry(ctx.db, publisher.id, params.id)
        if (!entry || ![CHANGE, UNDO].includes(entry.action)) throw notFound('Change', params.id)
        const undone = changesOf(entry)
        return change(ctx, async (within) => {
          const { restored, left, changes } = await undoChanges(within, publisher, undone)
          const id =
            restored > 0
              ? await audit(
                  within.db,
                  actor,
                  UNDO,
                  entry.subject,
                  { events: changes.before },
                  { undone: entry.id, events: changes.after },
                )
              : null
          const told = { restored, leftAlone: left.length, left: left.slice(0, MOST_NAMED), change: id }
          return { data: told, ...OK }
        })
      },
    )
    return Promise.resolve()
  }
}

/** Writes to the log what a change of many events replaced and wrote, so that it can be undone. Returns its id. */
export function auditChanges(
  tx: Db,
  actor: Actor,
  subject: Subject,
  { before, after }: LoggedChanges,
  input: object,
): Promise<string> {
  return audit(tx, actor, CHANGE, subject, { events: before }, { change: input, events: after })
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
