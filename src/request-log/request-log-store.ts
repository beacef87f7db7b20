import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type ColumnType, insertMany } from '../db/insert-many.ts'
import type { RequestLogTable } from '../db/tables/request-log.ts'
import { transact } from '../db/transact.ts'
import type { FieldErrors } from '../errors.ts'
import { pause } from '../pause.ts'
import type { LoggedRequest } from './request-log.ts'

const MOST_ERRORS = 20
const MOST_CHARACTERS = 500
/** Rows searched per query, so that a search does not hold up other requests. */
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

/** Inserts requests. E-mail addresses in paths and errors are masked, and long texts are cut. */
export async function insertRequests(db: Db, requests: LoggedRequest[]): Promise<void> {
  const rows = requests.map(({ unsigned, ...request }) => ({
    publisher_id: request.publisherId,
    id: request.id,
    at: request.at,
    api_key: request.apiKey,
    method: request.method,
    path: text(request.path),
    status: request.status,
    reason: text(request.reason),
    errors: request.errors && JSON.stringify(firstErrors(request.errors)),
    duration_ms: request.durationMs,
    request_id: request.requestId,
    url: unsigned?.url ?? null,
    body_sha256: unsigned?.bodySha256 ?? null,
    body_bytes: unsigned?.bodyBytes ?? null,
  }))
  await transact(db, (tx) => insertMany(tx, 'request_log', COLUMNS, rows))
}

export type Outcome = 'ok' | 'refused' | 'failed'

export interface RequestFilter {
  outcome?: Outcome
  apiKey?: string
  method?: string
  /** A part of the path; upper and lower case match alike. */
  path?: string
  /** The `X-Request-Id` of the response. */
  requestId?: string
  /** Epoch milliseconds, both inclusive. */
  from?: number
  to?: number
}

/** Lists the newest requests first, older than the request with the id `before` if it is not empty. */
export async function listRequests(
  db: Db,
  publisherId: number,
  filter: RequestFilter,
  before: string,
  limit: number,
): Promise<LoggedRequest[]> {
  const requests: LoggedRequest[] = []
  for await (const [below, down] of slices(db, publisherId, filter, before)) {
    const rows = await matching(db, publisherId, filter, below, down)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit - requests.length)
      .execute()
    requests.push(...rows.map(toRequest))
    if (requests.length >= limit) break
  }
  return requests
}

/** Counts up to `most` requests. */
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

/** Finds a request by its id or by the `X-Request-Id` of its response. */
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
 * Yields ranges of ids, newest first, of at most `SLICE` rows each: a search that matches few rows must not
 * hold up other requests.
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
    await pause()
  }
}

/** The query for rows that match the filter, from the id `down` (inclusive) to `below` (exclusive). */
function matching(db: Db, publisherId: number, filter: RequestFilter, below: string, down: string) {
  let query = db.selectFrom('request_log').where('publisher_id', '=', publisherId).where('id', '>=', down)
  if (below) query = query.where('id', '<', below)
  const { outcome, apiKey, method, path, requestId } = filter
  if (outcome === 'ok') query = query.where('status', '<', 400)
  // A literal instead of a parameter: otherwise the planner does not use the partial index of refused
  // requests.
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

function text(value: string): string {
  return withoutEmails(cut(value))
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text
}

/** Clients may look up subscribers by e-mail address, so paths and errors can contain one. */
function withoutEmails(text: string): string {
  return /@|%40/.test(text) ? text.replace(/[^\s/[\]]*(@|%40)[^\s/[\]]*/g, '(e-mail)') : text
}

/** All ids of this time (epoch ms) and later are greater. */
export function hexTime(at: number): string {
  return Math.max(0, at).toString(16).padStart(12, '0')
}
