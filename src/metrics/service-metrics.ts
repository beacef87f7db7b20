import type { AppContext } from '../context.ts'
import { feedResultName, type Meters, QUERY_KINDS, seriesOf } from './meters.ts'
import { byLabel, counter, gauge, histogram, type Metric } from './metric.ts'

/** What this process of the service knows of itself, as metrics. */
export function serviceMetrics(ctx: AppContext): Metric[] {
  return [...requestMetrics(ctx.meters), ...feedMetrics(ctx), ...databaseMetrics(ctx), ...workMetrics(ctx)]
}

function requestMetrics({ requests, signInFailures }: Meters): Metric[] {
  const series = [...requests].flatMap(([group, meter]) =>
    [...seriesOf(meter)].map(({ method, status, histogram }) => ({
      labels: { group, method, status },
      histogram,
    })),
  )
  return [
    histogram(
      'fasti_http_request_duration_seconds',
      'Requests by group of routes, method and class of the status, and how long they took.',
      series,
    ),
    counter(
      'fasti_sign_in_failures_total',
      'Attempts of staff to sign in that were refused.',
      signInFailures,
    ),
  ]
}

function feedMetrics({ meters, feeds, cutFeeds }: AppContext): Metric[] {
  const reads = [...meters.feedReads].flatMap(([application, results]) =>
    results
      .map((value, place) => ({ value, labels: { application, result: feedResultName(place) } }))
      .filter(({ value }) => value > 0),
  )
  const cache = feeds.figures()
  return [
    counter('fasti_feed_reads_total', 'Polls of feeds by application and status.', reads),
    counter('fasti_feed_bytes_total', 'Bytes of feeds sent, as they went out.', meters.feedBytes),
    counter(
      'fasti_feeds_cut_total',
      'Feeds too large to show all events, each counted once a day.',
      cutFeeds.count,
    ),
    gauge('fasti_feed_cache_bytes', 'Bytes of rendered feeds in memory.', cache.bytes),
    gauge('fasti_feed_cache_entries', 'Rendered feeds and calendars in memory.', cache.entries),
    counter('fasti_feed_cache_hits_total', 'Feeds that were in memory.', cache.hits),
    counter('fasti_feed_cache_misses_total', 'Feeds that had to be put together.', cache.misses),
  ]
}

function databaseMetrics({ meters, database, config }: AppContext): Metric[] {
  const queries = QUERY_KINDS.map((kind) => ({ labels: { kind }, histogram: meters.queries[kind] }))
  const pool = database.connections()
  return [
    histogram('fasti_database_query_duration_seconds', 'Statements by what they do.', queries),
    gauge('fasti_database_connections', 'Connections to the database.', [
      ...(pool ? byLabel('state', { busy: pool.busy, idle: pool.idle }) : []),
    ]),
    gauge('fasti_database_waiting', 'Statements that wait for a connection.', pool ? pool.waiting : []),
    gauge('fasti_database', 'Which database this is.', byLabel('kind', { [config.db.kind]: 1 }), 'first'),
  ]
}

function workMetrics({ meters, requestLog }: AppContext): Metric[] {
  return [
    counter(
      'fasti_deliveries_total',
      'Attempts to deliver, by result.',
      byLabel('result', meters.deliveries),
    ),
    counter('fasti_batch_records_total', 'Records of batches.', byLabel('outcome', meters.batchRecords)),
    counter(
      'fasti_request_log_dropped_total',
      'Requests that are missing in the request log.',
      requestLog.dropped,
    ),
  ]
}
