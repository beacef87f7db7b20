import type { Registry } from 'prom-client'
import type { AppContext } from '../context.ts'
import { addCounter, addGauge } from './metric.ts'

/** Adds the metrics of caches, database and request log. */
export function addServiceMetrics(registry: Registry, ctx: AppContext): void {
  const { feeds, cutFeeds, database, config, requestLog } = ctx
  addCounter(
    registry,
    'fasti_feeds_cut_total',
    'Feeds too large to show all events, each counted once a day.',
    () => cutFeeds.count,
  )
  addGauge(
    registry,
    'fasti_feed_cache_bytes',
    'Bytes of rendered feeds in memory.',
    () => feeds.cacheSize().bytes,
  )
  addGauge(
    registry,
    'fasti_feed_cache_entries',
    'Rendered feeds and calendars in memory.',
    () => feeds.cacheSize().entries,
  )
  addCounter(
    registry,
    'fasti_feed_cache_hits_total',
    'Feeds that were in memory.',
    () => feeds.cacheSize().hits,
  )
  addCounter(
    registry,
    'fasti_feed_cache_misses_total',
    'Feeds that had to be put together.',
    () => feeds.cacheSize().misses,
  )
  addGauge(
    registry,
    'fasti_database_connections',
    'Connections to the database.',
    () => {
      const pool = database.connections()
      if (!pool) return []
      return [
        { labels: { state: 'busy' }, value: pool.busy },
        { labels: { state: 'idle' }, value: pool.idle },
      ]
    },
    { labelNames: ['state'] },
  )
  addGauge(
    registry,
    'fasti_database_waiting',
    'Statements that wait for a connection.',
    () => database.connections()?.waiting,
  )
  addGauge(
    registry,
    'fasti_database',
    'Which database this is.',
    () => [{ labels: { kind: config.db.kind }, value: 1 }],
    { labelNames: ['kind'], aggregator: 'first' },
  )
  addCounter(
    registry,
    'fasti_request_log_dropped_total',
    'Requests that are missing in the request log.',
    () => requestLog.dropped,
  )
}
