import { createHistogram, type Histogram, observe } from './histogram.ts'

const REQUEST_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const QUERY_BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const
const STATUS_CLASSES = 6
/** What feeds are answered with; anything else counts as `other`. */
const FEED_RESULTS = [200, 304, 404, 429, 503]

/** What a statement does; `read` is one of the prepared reads of feeds. */
export const QUERY_KINDS = [
  'read',
  'select',
  'insert',
  'update',
  'delete',
  'begin',
  'commit',
  'other',
] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

/** What became of an attempt to deliver: it arrived, it is tried again, it was given up. */
export type DeliveryResult = 'delivered' | 'retried' | 'failed'
export type BatchOutcome = 'added' | 'refused' | 'deleted' | 'not_found'

/** Requests of one group of routes, by method and class of the status. */
export type RouteMeter = (Histogram | undefined)[]

/**
 * What this process counts of itself, as plain numbers: on the way of a feed poll there is no time for more. They
 * become metrics when somebody asks for them.
 */
export interface Meters {
  requests: Map<string, RouteMeter>
  /** By application; the numbers are in the order of `FEED_RESULTS`, then `other`. */
  feedReads: Map<string, number[]>
  feedBytes: number
  queries: Record<QueryKind, Histogram>
  deliveries: Record<DeliveryResult, number>
  batchRecords: Record<BatchOutcome, number>
  signInFailures: number
}

export function createMeters(): Meters {
  const queries = QUERY_KINDS.map((kind) => [kind, createHistogram(QUERY_BOUNDS)] as const)
  return {
    requests: new Map(),
    feedReads: new Map(),
    feedBytes: 0,
    queries: Object.fromEntries(queries) as Meters['queries'],
    deliveries: { delivered: 0, retried: 0, failed: 0 },
    batchRecords: { added: 0, refused: 0, deleted: 0, not_found: 0 },
    signInFailures: 0,
  }
}

/** Where the requests of a group of routes are counted. To be asked for once for each route. */
export function routeMeter(meters: Meters, group: string): RouteMeter {
  const known = meters.requests.get(group)
  if (known) return known
  const meter = new Array<Histogram | undefined>((METHODS.length + 1) * STATUS_CLASSES).fill(undefined)
  meters.requests.set(group, meter)
  return meter
}

export function countRequest(meter: RouteMeter, method: string, status: number, milliseconds: number): void {
  const place = methodPlace(method) * STATUS_CLASSES + Math.min(Math.trunc(status / 100), STATUS_CLASSES - 1)
  observe((meter[place] ??= createHistogram(REQUEST_BOUNDS)), milliseconds)
}

/** Each series there is: `GET`, `2xx` and its histogram. */
export function* seriesOf(
  meter: RouteMeter,
): Generator<{ method: string; status: string; histogram: Histogram }> {
  for (const [place, histogram] of meter.entries()) {
    if (!histogram) continue
    const method = METHODS[Math.trunc(place / STATUS_CLASSES)] ?? 'other'
    yield { method, status: `${place % STATUS_CLASSES}xx`, histogram }
  }
}

export function countFeedRead(meters: Meters, application: string, status: number): void {
  let results = meters.feedReads.get(application)
  if (!results) {
    results = new Array<number>(FEED_RESULTS.length + 1).fill(0)
    meters.feedReads.set(application, results)
  }
  const place = FEED_RESULTS.indexOf(status)
  results[place === -1 ? FEED_RESULTS.length : place]!++
}

/** The name of each place in `Meters.feedReads`. */
export function feedResultName(place: number): string {
  return String(FEED_RESULTS[place] ?? 'other')
}

export function countQuery(meters: Meters, sql: string, milliseconds: number): void {
  observe(meters.queries[queryKind(sql)], milliseconds)
}

function methodPlace(method: string): number {
  const place = METHODS.indexOf(method as (typeof METHODS)[number])
  return place === -1 ? METHODS.length : place
}

/** By the first word; what begins with a comment inserts many rows, and `read` stands for a prepared read. */
function queryKind(sql: string): QueryKind {
  const word = sql.slice(0, 6)
  if (word === 'select' || word === 'insert' || word === 'update' || word === 'delete') return word
  if (word === 'read') return word
  if (word.startsWith('/*')) return 'insert'
  if (word.startsWith('begin') || word === 'start ') return 'begin'
  return word === 'commit' ? 'commit' : 'other'
}
