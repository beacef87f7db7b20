import { Counter, Histogram, Registry } from 'prom-client'

const REQUEST_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const QUERY_BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5]
/** Seconds, from five minutes to a week: applications poll every few minutes, or once a day. */
const LAG_BOUNDS = [300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 172_800, 345_600, 604_800]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** Statuses of feed polls; all others count as `other`. */
const FEED_RESULTS = [200, 304, 404, 429, 503]

/** Kinds of statements; `read` is a prepared read of feeds. */
const QUERY_KINDS = ['read', 'select', 'insert', 'update', 'delete', 'begin', 'commit', 'other'] as const
type QueryKind = (typeof QUERY_KINDS)[number]

/** `retried`: the attempt failed and will be repeated; `failed`: it was the last one. */
const DELIVERY_RESULTS = ['delivered', 'retried', 'failed'] as const
/** `later`: tried again until the event begins, also when the mail server is away. */
const ALERT_RESULTS = ['sent', 'refused', 'later'] as const
const BATCH_OUTCOMES = ['added', 'refused', 'deleted', 'not_found'] as const

export type Meters = ReturnType<typeof createMeters>

/**
 * The metrics of this process. Labels with few known values start at 0, so that a rate includes the first
 * increment.
 */
export function createMeters() {
  const registry = new Registry()
  const registers = [registry]
  const meters = {
    registry,
    requests: new Histogram({
      name: 'fasti_http_request_duration_seconds',
      help: 'Requests by group of routes, method and class of the status, and how long they took.',
      labelNames: ['group', 'method', 'status'],
      buckets: REQUEST_BOUNDS,
      registers,
    }),
    signInFailures: new Counter({
      name: 'fasti_sign_in_failures_total',
      help: 'Attempts of users to sign in that were refused.',
      registers,
    }),
    feedReads: new Counter({
      name: 'fasti_feed_reads_total',
      help: 'Polls of feeds by application and status.',
      labelNames: ['application', 'result'],
      registers,
    }),
    changeLags: new Histogram({
      name: 'fasti_change_lag_seconds',
      help: 'First fetches of changes by subscribers, by application, and the time since the change.',
      labelNames: ['application'],
      buckets: LAG_BOUNDS,
      registers,
    }),
    feedBytes: new Counter({
      name: 'fasti_feed_bytes_total',
      help: 'Bytes of feeds sent, as they went out.',
      registers,
    }),
    queries: new Histogram({
      name: 'fasti_database_query_duration_seconds',
      help: 'Statements by what they do.',
      labelNames: ['kind'],
      buckets: QUERY_BOUNDS,
      registers,
    }),
    deliveries: new Counter<'result'>({
      name: 'fasti_deliveries_total',
      help: 'Attempts to deliver, by result.',
      labelNames: ['result'],
      registers,
    }),
    alertMails: new Counter<'result'>({
      name: 'fasti_alert_mails_total',
      help: 'Attempts to mail an alert, by result.',
      labelNames: ['result'],
      registers,
    }),
    batchRecords: new Counter<'outcome'>({
      name: 'fasti_batch_records_total',
      help: 'Records of batches.',
      labelNames: ['outcome'],
      registers,
    }),
  }
  for (const kind of QUERY_KINDS) meters.queries.zero({ kind })
  for (const result of DELIVERY_RESULTS) meters.deliveries.inc({ result }, 0)
  for (const result of ALERT_RESULTS) meters.alertMails.inc({ result }, 0)
  for (const outcome of BATCH_OUTCOMES) meters.batchRecords.inc({ outcome }, 0)
  return meters
}

export function countRequest(
  { requests }: Meters,
  group: string,
  { method, status, milliseconds }: { method: string; status: number; milliseconds: number },
): void {
  const labels = {
    group,
    method: METHODS.includes(method) ? method : 'other',
    status: `${Math.trunc(status / 100)}xx`,
  }
  requests.observe(labels, milliseconds / 1000)
}

export function countFeedRead({ feedReads }: Meters, application: string, status: number): void {
  feedReads.inc({ application, result: FEED_RESULTS.includes(status) ? String(status) : 'other' })
}

/** The time is 0 if the clock was set back since the change. */
export function countChangeLag(
  { changeLags }: Pick<Meters, 'changeLags'>,
  application: string,
  milliseconds: number,
): void {
  changeLags.observe({ application }, Math.max(0, milliseconds) / 1000)
}

export function countQuery({ queries }: Meters, sql: string, milliseconds: number): void {
  queries.observe({ kind: queryKind(sql) }, milliseconds / 1000)
}

export function countDelivery({ deliveries }: Pick<Meters, 'deliveries'>, state: string): void {
  deliveries.inc({ result: state === 'waiting' ? 'retried' : state })
}

export function countAlertMail(
  { alertMails }: Pick<Meters, 'alertMails'>,
  result: (typeof ALERT_RESULTS)[number] | 'away',
): void {
  alertMails.inc({ result: result === 'away' ? 'later' : result })
}

export function countBatch(
  { batchRecords }: Meters,
  numbers: Partial<Record<(typeof BATCH_OUTCOMES)[number], number>>,
): void {
  for (const [outcome, number] of Object.entries(numbers)) batchRecords.inc({ outcome }, number)
}

/** By the first word. A statement that begins with a comment inserts many rows; `read` is a prepared read. */
function queryKind(sql: string): QueryKind {
  const word = sql.slice(0, 6)
  if (word === 'select' || word === 'insert' || word === 'update' || word === 'delete') return word
  if (word === 'read') return word
  if (word.startsWith('/*')) return 'insert'
  if (word.startsWith('begin') || word === 'start ') return 'begin'
  return word === 'commit' ? 'commit' : 'other'
}
