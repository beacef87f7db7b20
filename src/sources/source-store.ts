import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SourceTable } from '../db/tables/source.ts'
import { notFound } from '../errors.ts'
import type { SourceOptions } from '../imports/import-source.ts'
import { sealerOf } from '../seal/sealer.ts'
import { DEFAULT_RULES, type MergeRules, type ReadSource, type WaitingRun } from './source.ts'

/** All columns but the long list of ids. */
const COLUMNS = [
  ...(['publisher_id', 'id', 'calendar_id', 'address', 'options', 'rules', 'every_minutes'] as const),
  ...(['paused', 'created', 'next_run_at', 'lease_until', 'etag', 'last_modified', 'digest'] as const),
  ...(['last_run_at', 'failures', 'failing_since', 'message', 'told', 'waiting', 'kept_digest'] as const),
] as const

/** The publisher's sources, the oldest first. */
export async function listSources(db: Db, publisherId: number, calendarId?: string): Promise<ReadSource[]> {
  let query = db
    .selectFrom('source')
    .select(COLUMNS)
    .where('publisher_id', '=', publisherId)
    .orderBy('created')
    .orderBy('id')
  if (calendarId !== undefined) query = query.where('calendar_id', '=', calendarId)
  return (await query.execute()).map((row) => toSource(db, row))
}

export async function findSource(db: Db, publisherId: number, id: string): Promise<ReadSource | undefined> {
  const row = await db
    .selectFrom('source')
    .select(COLUMNS)
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toSource(db, row)
}

export async function getSource(db: Db, publisherId: number, id: string): Promise<ReadSource> {
  const source = await findSource(db, publisherId, id)
  if (!source) throw notFound('Source', id)
  return source
}

export async function insertSource(tx: Db, source: ReadSource): Promise<void> {
  await tx
    .insertInto('source')
    .values({ ...toRow(tx, source), waiting_ids: null })
    .execute()
}

/**
 * Stores what a user changed. Returns false if a process reads the source at `now`: the end of its run would be based
 * on what it was before.
 */
export async function updateSource(tx: Db, source: ReadSource, now: number): Promise<boolean> {
  const { publisher_id: _, id: _i, created: _c, lease_until: _l, ...changed } = toRow(tx, source)
  const { numUpdatedRows } = await tx
    .updateTable('source')
    .set(changed)
    .where('publisher_id', '=', source.publisherId)
    .where('id', '=', source.id)
    .where('lease_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a source and all that is known of it. Its events stay. */
export async function deleteSource(tx: Db, publisherId: number, id: string): Promise<void> {
  for (const table of ['source_run', 'source_event'] as const)
    await tx.deleteFrom(table).where('publisher_id', '=', publisherId).where('source_id', '=', id).execute()
  await tx.deleteFrom('source').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

/** The publishers that have a due source, the longest due first; with an id, that one alone. */
export async function listDuePublishers(
  db: Db,
  now: number,
  limit: number,
  publisherId?: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('source')
    .select('publisher_id')
    .where('next_run_at', '<=', now)
    .where('lease_until', '<=', now)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .groupBy('publisher_id')
    .orderBy(sql`min(next_run_at)`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.publisher_id)
}

/** The id of the publisher's source that has been due longest; undefined: none is. */
export async function findDueSource(db: Db, publisherId: number, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('source')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('next_run_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('next_run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/**
 * Claims a source for one process until `until`. Returns undefined if another one reads it, or if it is no longer due.
 * `byHand`: it need not be due.
 */
export async function claimSource(
  db: Db,
  publisherId: number,
  id: string,
  { now, until, byHand }: { now: number; until: number; byHand: boolean },
): Promise<ReadSource | undefined> {
  let claim = db
    .updateTable('source')
    .set({ lease_until: until })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('lease_until', '<=', now)
  if (!byHand) claim = claim.where('next_run_at', '<=', now)
  const { numUpdatedRows } = await claim.executeTakeFirst()
  return numUpdatedRows > 0n ? findSource(db, publisherId, id) : undefined
}

/** What a run leaves behind. */
export type RunState = Pick<
  ReadSource,
  | 'paused'
  | 'nextRunAt'
  | 'etag'
  | 'lastModified'
  | 'digest'
  | 'lastRunAt'
  | 'failures'
  | 'failingSince'
  | 'message'
  | 'told'
  | 'waiting'
  | 'keptDigest'
>

/**
 * Ends a claim and stores what the run found. Returns false if the claim has run out, or if a user has changed or
 * deleted the source meanwhile. `goneIds`: the events that a waiting run takes away.
 */
export async function endRun(
  tx: Db,
  { publisherId, id, leaseUntil }: ReadSource,
  state: RunState,
  goneIds: string[] | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('source')
    .set({
      lease_until: 0,
      paused: state.paused ? 1 : 0,
      next_run_at: state.nextRunAt,
      etag: state.etag,
      last_modified: state.lastModified,
      digest: state.digest,
      last_run_at: state.lastRunAt,
      failures: state.failures,
      failing_since: state.failingSince,
      message: state.message,
      told: state.told ? 1 : 0,
      waiting: state.waiting && JSON.stringify(state.waiting),
      waiting_ids: goneIds && JSON.stringify(goneIds),
      kept_digest: state.keptDigest,
    })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('lease_until', '=', leaseUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a claim without a result: it is due again at once. */
export async function releaseSource(db: Db, { publisherId, id, leaseUntil }: ReadSource): Promise<void> {
  await db
    .updateTable('source')
    .set({ lease_until: 0 })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('lease_until', '=', leaseUntil)
    .execute()
}

/** The ids of the events that a waiting run takes away. */
export async function readWaitingIds(db: Db, publisherId: number, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('source')
    .select('waiting_ids')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.waiting_ids ? (JSON.parse(row.waiting_ids) as string[]) : []
}

function addressPlace(publisherId: number, id: string) {
  return ['source.address', publisherId, id]
}

function toRow(db: Db, source: ReadSource) {
  const { publisherId, id } = source
  return {
    publisher_id: publisherId,
    id,
    calendar_id: source.calendarId,
    address: sealerOf(db).seal(addressPlace(publisherId, id), source.address),
    options: JSON.stringify(source.options),
    rules: JSON.stringify(source.rules),
    every_minutes: source.everyMinutes,
    paused: source.paused ? 1 : 0,
    created: source.created,
    next_run_at: source.nextRunAt,
    lease_until: source.leaseUntil,
    etag: source.etag,
    last_modified: source.lastModified,
    digest: source.digest,
    last_run_at: source.lastRunAt,
    failures: source.failures,
    failing_since: source.failingSince,
    message: source.message,
    told: source.told ? 1 : 0,
    waiting: source.waiting && JSON.stringify(source.waiting),
    kept_digest: source.keptDigest,
  }
}

function toSource(db: Db, row: Omit<Selectable<SourceTable>, 'waiting_ids'>): ReadSource {
  const { publisher_id: publisherId, id } = row
  return {
    id,
    publisherId,
    calendarId: row.calendar_id,
    address: sealerOf(db).open(addressPlace(publisherId, id), row.address),
    options: JSON.parse(row.options) as SourceOptions,
    rules: { ...DEFAULT_RULES, ...(JSON.parse(row.rules) as Partial<MergeRules>) },
    everyMinutes: row.every_minutes,
    paused: row.paused === 1,
    created: row.created,
    nextRunAt: row.next_run_at,
    leaseUntil: row.lease_until,
    etag: row.etag,
    lastModified: row.last_modified,
    digest: row.digest,
    lastRunAt: row.last_run_at,
    failures: row.failures,
    failingSince: row.failing_since,
    message: row.message,
    told: row.told === 1,
    waiting: row.waiting === null ? null : (JSON.parse(row.waiting) as WaitingRun),
    keptDigest: row.kept_digest,
  }
}
