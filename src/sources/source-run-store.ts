import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SourceRunTable } from '../db/tables/source.ts'
import { newId } from '../ids.ts'
import type { RunCounts, RunOutcome, SourceRun } from './source.ts'

/** Rows of runs that are kept of each source. */
export const RUNS_KEPT = 50

/** The runs of a source, the latest first. */
export async function listRuns(db: Db, publisherId: number, sourceId: string): Promise<SourceRun[]> {
  const rows = await db
    .selectFrom('source_run')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(RUNS_KEPT)
    .execute()
  return rows.map(toRun)
}

/** The last run that changed something, of those that are kept. */
export async function findLastChange(
  db: Db,
  publisherId: number,
  sourceId: string,
): Promise<SourceRun | undefined> {
  const row = await db
    .selectFrom('source_run')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('source_id', '=', sourceId)
    .where('outcome', '=', 'changed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toRun(row)
}

/**
 * Adds a run, and deletes the oldest beyond `RUNS_KEPT`. One that came out as the run before it, without a change, is
 * counted there: a source is read up to 96 times a day.
 */
export async function addRun(
  tx: Db,
  publisherId: number,
  sourceId: string,
  run: { at: number; outcome: RunOutcome; counts: RunCounts; message: string },
): Promise<void> {
  const runs = await listRuns(tx, publisherId, sourceId)
  const [last] = runs
  const { at, outcome, message } = run
  const counts = JSON.stringify(run.counts)
  const isSame =
    last?.outcome === outcome &&
    outcome !== 'changed' &&
    last.message === message &&
    JSON.stringify(last.counts) === counts
  if (isSame) {
    await tx
      .updateTable('source_run')
      .set({ until: at, times: last.times + 1 })
      .where('publisher_id', '=', publisherId)
      .where('source_id', '=', sourceId)
      .where('id', '=', last.id)
      .execute()
    return
  }
  await tx
    .insertInto('source_run')
    .values({
      ...{ publisher_id: publisherId, source_id: sourceId, id: newId(at), at, until: at, times: 1 },
      ...{ outcome, counts, message },
    })
    .execute()
  const oldest = runs[RUNS_KEPT - 1]
  if (!oldest) return
  await tx
    .deleteFrom('source_run')
    .where('publisher_id', '=', publisherId)
    .where('source_id', '=', sourceId)
    .where('id', '<=', oldest.id)
    .execute()
}

function toRun(row: Selectable<SourceRunTable>): SourceRun {
  const { id, at, until, times, outcome, message } = row
  return { id, at, until, times, outcome, message, counts: JSON.parse(row.counts) as RunCounts }
}
