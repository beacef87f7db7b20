import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { AppError } from '../../errors.ts'
import { applyImport } from '../../imports/import-events.ts'
import { sourceLabel } from '../../imports/import-source.ts'
import { saveImportSource, updateImportResult } from '../../imports/import-source-store.ts'
import type { ImportTarget } from '../../imports/import-target.ts'
import { countPlan, type ImportPlan } from '../../imports/plan-import.ts'
import { withReason } from '../../reasons/reason.ts'
import { audited, note } from '../../users/audit.ts'
import { errorBody, settleError } from '../errors.ts'
import type { ProgressLine } from './imports-schemas.ts'
import { presentTold } from './present-import.ts'
import type { PlannedImport } from './read-import-request.ts'

/** Faults and notes in the last line of the response. */
const TOLD = 200

/**
 * Runs an import and streams its progress, one line of NDJSON after each step. If the client disconnects, it
 * stops after the current step. The first step's transaction writes an audit entry with the planned changes,
 * so that no change is without an entry; a second entry follows if the final number differs.
 */
export function runImport(
  ctx: AppContext,
  req: FastifyRequest,
  reply: FastifyReply,
  target: ImportTarget,
  planned: PlannedImport,
): Readable {
  const stream = new Readable({ read: () => {} })
  const left = new AbortController()
  stream.once('close', () => left.abort())
  const tell = (line: ProgressLine) => {
    if (!left.signal.aborted) stream.push(`${JSON.stringify(line)}\n`)
  }
  void work(ctx, req, target, planned, left.signal, tell)
    .catch((error: AppError) => {
      const { status, known } = settleError(error, req, reply)
      const { statusLong } = errorBody(status, known?.message ?? 'Internal Server Error')
      tell({ error: { status: String(status), statusLong, ...withReason(statusLong) } })
    })
    .finally(() => stream.push(null))
  return stream
}

async function work(
  ctx: AppContext,
  req: FastifyRequest,
  target: ImportTarget,
  { plan, file, options, source }: PlannedImport,
  signal: AbortSignal,
  tell: (line: ProgressLine) => void,
): Promise<void> {
  const { publisher, calendar } = target
  const subject = { kind: 'calendar', id: calendar.id }
  const about = { calendar: calendar.name, from: sourceLabel(source) }
  const wanted = countsOf(plan)
  let sourceId = ''
  const first = async (tx: Db) => {
    const remembered = { publisherId: publisher.id, calendarId: calendar.id, options, lastRunAt: ctx.now() }
    sourceId = await audited({ db: tx }, req.actor, 'import.run', async ({ db }) => {
      const id = await saveImportSource(db, { ...source, ...remembered, headings: file.table?.headings })
      return { result: id, subject, after: { ...about, ...wanted } }
    })
  }
  const total = wanted.added + wanted.changed + wanted.joined + wanted.removed
  tell({ done: 0, total })
  let done = 0
  const onProgress = (now: number) => tell({ done: (done = now), total })
  const result = await applyImport(ctx, target, plan, options, { first, onProgress, signal })
  if (!sourceId) return
  const faults = [...plan.faults, ...result.faults]
  const { added, changed, joined, removed } = result
  const { unchanged, series, dates } = countPlan(plan)
  const kept = series > 0 ? { series, dates } : {}
  const counts = { added, changed, joined, removed, faults: faults.length, ...kept }
  const asWanted = JSON.stringify(counts) === JSON.stringify(wanted)
  if (!asWanted)
    await note(ctx.db, { ...req.actor, at: ctx.now() }, 'import.end', subject, { ...about, ...counts })
  const last = { added, changed, joined, removed, faults: faults.length, stopped: done < total }
  await updateImportResult(ctx.db, publisher.id, sourceId, last)
  const { notes, droppedAlarms } = file
  const told = {
    faults: faults.slice(0, TOLD).map(presentTold),
    notes: notes.slice(0, TOLD).map(presentTold),
    droppedAlarms,
  }
  tell({ result: { added, changed, joined, removed, unchanged, series, dates, ...told } })
}

function countsOf(plan: ImportPlan) {
  const { added, changed, joined, removed, series, dates } = countPlan(plan)
  const kept = series > 0 ? { series, dates } : {}
  return { added, changed, joined, removed, faults: plan.faults.length, ...kept }
}
