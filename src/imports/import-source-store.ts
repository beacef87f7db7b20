import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ImportSourceTable } from '../db/tables/import-source.ts'
import { notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { ImportSource, SourceOptions, SourceResult } from './import-source.ts'

/** Maximum stored imports of a publisher. */
const MAX_SOURCES = 100

/** The publisher's imports, the latest first. */
export async function listImportSources(db: Db, publisherId: number): Promise<ImportSource[]> {
  const rows = await db
    .selectFrom('import_source')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('last_run_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => toSource(db, row))
}

export async function getImportSource(db: Db, publisherId: number, id: string): Promise<ImportSource> {
  const row = await db
    .selectFrom('import_source')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Import', id)
  return toSource(db, row)
}

/**
 * Stores that an import begins, in place of its last run, and deletes the oldest if there are too many.
 * Returns its id.
 */
export async function saveImportSource(
  tx: Db,
  source: Omit<ImportSource, 'id' | 'lastResult'>,
): Promise<string> {
  const { publisherId, calendarId, kind, name } = source
  const before = await listImportSources(tx, publisherId)
  const same = before.find(
    (stored) => stored.calendarId === calendarId && stored.kind === kind && stored.name === name,
  )
  const excess = before.filter((stored) => stored !== same).slice(MAX_SOURCES - 1)
  for (const { id } of [...excess, ...(same ? [same] : [])]) await deleteImportSource(tx, publisherId, id)
  const id = same?.id ?? newId(source.lastRunAt)
  await tx
    .insertInto('import_source')
    .values({
      publisher_id: publisherId,
      id,
      calendar_id: calendarId,
      kind,
      // An address may contain a password, or be a secret itself.
      name: kind === 'address' ? sealerOf(tx).seal(addressPlace(publisherId, id), name) : name,
      options: JSON.stringify({ ...source.options, headings: source.headings }),
      last_run_at: source.lastRunAt,
      last_result: null,
    })
    .execute()
  return id
}

export async function updateImportResult(
  db: Db,
  publisherId: number,
  id: string,
  result: SourceResult,
): Promise<void> {
  await db
    .updateTable('import_source')
    .set({ last_result: JSON.stringify(result) })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

export async function deleteImportSource(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('import_source').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

function addressPlace(publisherId: number, id: string) {
  return ['import_source.name', publisherId, id]
}

function readOptions(stored: string): Pick<ImportSource, 'options' | 'headings'> {
  const read = JSON.parse(stored) as SourceOptions & { headings?: string; allDayWithoutTime?: boolean }
  // Releases before 0.2 stored a switch.
  const { headings, allDayWithoutTime, ...options } = read
  return { options: { ...options, ...(allDayWithoutTime && { withoutTime: 'allDay' }) }, headings }
}

function toSource(db: Db, row: Selectable<ImportSourceTable>): ImportSource {
  const { publisher_id: publisherId, id, kind, name } = row
  return {
    id,
    publisherId,
    calendarId: row.calendar_id,
    kind,
    name: kind === 'address' ? sealerOf(db).open(addressPlace(publisherId, id), name) : name,
    ...readOptions(row.options),
    lastRunAt: row.last_run_at,
    lastResult: row.last_result === null ? null : (JSON.parse(row.last_result) as SourceResult),
  }
}
