import { setImmediate as breath } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type ColumnType, insertMany } from '../db/insert-many.ts'
import type { RequestLogTable } from '../db/tables/request-log.ts'
import { transact } from '../db/transact.ts'
import type { FieldErrors } from '../errors.ts'
import { hexTime, type LoggedRequest } from './request-log.ts'

const MOST_ERRORS = 20
const MOST_CHARACTERS = 500
/** So many rows are looked through at once; then others get their turn. */
const SLICE = 20_000

const COLUMNS: Record<string, ColumnType> = {
  publisher_id: 'integer',
  id: 'text',
  at: 'bigint',
  api_key: 'text',
  method: 'text',
  path: 'text',
  status: 'integer',
  reason: 'text',
  errors: 'text',
  duration_ms: 'integer',
  request_id: 'text',
  url: 'text',
  body_sha256: 'text',
  body_bytes: 'integer',
}

/** Writes requests; e-mails in their paths and refusals are left out, and long texts are cut. */
export async function insertRequests(db: Db, requests: LoggedRequest[]): Promise<void> {
  const rows = requests.map(({ unsigned, ...request }) => [
    ...[request.publisherId, request.id, request.at, request.apiKey, request.method],
    ...[text(request.path), request.status, text(request.reason)],
    request.errors && JSON.stringify(firstErrors(request.errors)),
    ...[request.durationMs, request.requestId],
    ...[unsigned?.url ?? null, unsigned?.bodySha256 ?? null, unsigned?.bodyBytes ?? null],
  ])
  await transact(db, (tx) => insertMany(tx, 'request_log', COLUMNS, rows))
}

export type Outcome = 'ok' | 'refused' | 'failed'

export interface RequestFilter {
  outcome?: Outcome
  apiKey?: string
  method?: string
  /** A part of the path, in any case. */
  path?: string
  /** What an answer had in `X-Request-Id`. */
  requestId?: string
  /** Epoch milliseconds, both inclusive. */
  from?: number
  to?: number
}

/** The newest requests first, from below the id `before`; empty: from the newest. Looked through in slices. */
export async function listRequests(
  db: Db,
  publisherId: number,
  filter: RequestFilter,
  before: string,
  limit: number,
): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = []
  for await (const [below, down] of slices(db, publisherId, filter, before)) {
    const rows = await matching(db, publisherId, filter, below, down)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit - found.length)
      .execute()
    found.push(...rows.map(toRequest))
    if (found.length >= limit) break
  }
  return found
}

/** How many there are, counted up to `most`. */
export async function countRequests(
  db: Db,
  publisherId: number,
  filter: RequestFilter,
  most: number,
): Promise<{ value: number; more: boolean }> {
  let value = 0
  for await (const [below, down] of slices(db, publisherId, filter, '')) {
    const row = await matching(db, publisherId, filter, below, down)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    value += Number(row.count)
    if (value > most) return { value: most, more: true }
  }
  return { value, more: false }
}

/** By its own id, or by what its answer had in `X-Request-Id`. */
export async function findRequest(
  db: Db,
  publisherId: number,
  id: string,
): Promise<LoggedRequest | undefined> {
  if (id.includes('-')) return (await listRequests(db, publisherId, { requestId: id }, '', 1))[0]
  const row = await db
    .selectFrom('request_log')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toRequest(row)
}

/**
 * Ranges of ids, newest first, that hold at most `SLICE` rows each: a search that finds little must not hold up
 * everybody else.
 */
async function* slices(db: Db, publisherId: number, filter: RequestFilter, before: string) {
  const lowest = filter.from === undefined ? '' : hexTime(filter.from)
  const highest = filter.to === undefined ? '' : hexTime(filter.to + 1)
  let below = before && highest ? (before < highest ? before : highest) : before || highest
  for (;;) {
    let query = db.selectFrom('request_log').select('id').where('publisher_id', '=', publisherId)
    if (below) query = query.where('id', '<', below)
    const row = await query.orderBy('id', 'desc').offset(SLICE).limit(1).executeTakeFirst()
    const down = row && row.id > lowest ? row.id : lowest
    yield [below, down] as const
    if (down === lowest) return
    below = down
    await breath()
  }
}

/** What matches the filter from the id `down` to below the id `below`. */
function matching(db: Db, publisherId: number, filter: RequestFilter, below: string, down: string) {
  let query = db.selectFrom('request_log').where('publisher_id', '=', publisherId).where('id', '>=', down)
  if (below) query = query.where('id', '<', below)
  const { outcome, apiKey, method, path, requestId } = filter
  if (outcome === 'ok') query = query.where('status', '<', 400)
  // As text: only then the database sees that the index of the refused ones has them.
  if (outcome === 'refused' || outcome === 'failed') query = query.where('status', '>=', sql.lit(400))
  if (outcome === 'refused') query = query.where('status', '<', 500)
  if (outcome === 'failed') query = query.where('status', '>=', 500)
  if (apiKey) query = query.where('api_key', '=', apiKey)
  if (method) query = query.where('method', '=', method)
  if (requestId) query = query.where('request_id', '=', requestId)
  if (path) {
    const pattern = `%${path.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(path) like ${pattern} escape '\\'`)
  }
  return query
}

function toRequest(row: Selectable<RequestLogTable>): LoggedRequest {
  const { url, body_sha256, body_bytes } = row
  return {
    publisherId: row.publisher_id,
    id: row.id,
    at: row.at,
    apiKey: row.api_key,
    method: row.method,
    path: row.path,
    status: row.status,
    reason: row.reason,
    errors: row.errors === null ? null : (JSON.parse(row.errors) as FieldErrors),
    durationMs: row.duration_ms,
    requestId: row.request_id,
    unsigned: url === null ? null : { url, bodySha256: body_sha256 ?? '', bodyBytes: body_bytes ?? 0 },
  }
}

function firstErrors(errors: FieldErrors): FieldErrors {
  const first = Object.entries(errors).slice(0, MOST_ERRORS)
  return Object.fromEntries(first.map(([field, message]) => [cut(field), text(message)]))
}

function text(given: string): string {
  return withoutEmails(cut(given))
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text
}

/** Subscribers may be asked for by their e-mail. Who they are is nothing that a log of requests has to know. */
function withoutEmails(text: string): string {
  return /@|%40/.test(text) ? text.replace(/[^\s/[\]]*(@|%40)[^\s/[\]]*/g, '(e-mail)') : text
}
