import { Kysely, PostgresDialect } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database } from './database.ts'
import { limited, STATEMENT_MS } from './late-client.ts'
import { migrate } from './migrations/index.ts'
import { type OnQuery, timed } from './on-query.ts'
import { ask, createPool } from './pool.ts'
import { deduplicated, preparedReads } from './prepared-reads.ts'
import { type ShareOptions, Shares } from './shares.ts'
import { findNode, listSpread } from './spread.ts'
import type { Tables } from './tables/index.ts'

/** Timeout for `Database.read`, whose statements take milliseconds: a node that hangs holds few connections for long. */
const READ_MS = 3000

/** Timeout for the small read that finds out if a node hangs. */
const PROBE_MS = 1000
/** How long it is remembered on which node a publisher is. */
const PLACES_MS = 600_000
const PLACES_CACHED = 50_000

/**
 * The part of a pool that one publisher or node may take, rounded up: more than the three changes that may wait for each
 * other, so that its reads go on beside them. At least two connections, for the same reason: with one, a slow commit
 * would have its reads refused.
 */
const MOST_OF_POOL = 0.5
const LEAST_SHARE = 2
/** The share of the connections that only feeds use, so that writes that wait for each other leave them some. */
const READ_SHARE = 0.3

// Counts, sizes and epoch ms are far below 2^53, so bigint columns are read as numbers.
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

/** Opens PostgreSQL and migrates its schema. The pool has at most `connections` connections. */
export async function openPostgres(url: string, connections: number, onQuery?: OnQuery): Promise<Database> {
  const spread = await migratePostgres(url)
  const open = (max: number, ms: number) =>
    createPool({ connectionString: url, max, query_timeout: ms, keepAlive: true })
  const share = Math.floor(connections * READ_SHARE)
  const pool = open(connections - share, STATEMENT_MS)
  const reads = share > 0 ? open(share, READ_MS) : pool
  // Connections of their own, as all others may be taken when a node hangs: to find out which one, and until when.
  const [places, probes] = [open(1, READ_MS), open(2, PROBE_MS)]
  const pools = [...new Set([pool, reads])]
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((total, one) => total + count(one), 0)
  const unitOf = spread ? nodeFinder(places) : (publisherId: number) => publisherId
  const probe = prober(probes, unitOf)
  const sharesOf = ({ options: { max } }: pg.Pool) =>
    new Shares({ most: Math.max(LEAST_SHARE, Math.ceil(max * MOST_OF_POOL)), unitOf, probe })
  const shares = new Map(pools.map((pool) => [pool, sharesOf(pool)]))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: limited(pool, shares.get(pool)!) }),
    ...timed(onQuery),
  })
  return {
    db,
    limits: db,
    read: deduplicated(preparedReads(reads, shares.get(reads)!, onQuery)),
    connections: () => ({
      busy: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: [...shares.values()].reduce(
        (total, { waiting }) => total + waiting,
        sum((one) => one.waitingCount),
      ),
    }),
    async close() {
      for (const one of shares.values()) one.close()
      await db.destroy()
      // Kysely does not end a pool that it has not used.
      for (const one of [...pools, places, probes]) if (!one.ending) await one.end()
    },
  }
}

/** Returns a function that finds the node of a publisher, which moves when nodes are added. */
function nodeFinder(pool: pg.Pool): ShareOptions['unitOf'] {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const known = new LRUCache<number, number>({ max: PLACES_CACHED, ttl: PLACES_MS })
  return (publisherId) => {
    const node = known.get(publisherId)
    if (node !== undefined) return node
    return findNode(db, publisherId).then((node) => {
      known.set(publisherId, node)
      return node
    })
  }
}

/** Returns the probe of `Shares`: a read that waits for nobody's lock on a row. */
function prober(pool: pg.Pool, unitOf: ShareOptions['unitOf']): ShareOptions['probe'] {
  const under = new Map<number | 'all', Promise<unknown>>()
  const connect = () => pool.connect()
  return async (who) => {
    const unit = who === 'all' ? who : await unitOf(who)
    // Feeds and all else ask the same.
    const probing =
      under.get(unit) ??
      ask(
        connect,
        who === 'all'
          ? { text: 'select max(publisher_id) from publisher' }
          : { text: 'select revision from publisher_revision where publisher_id = $1', values: [who] },
      ).finally(() => under.delete(unit))
    under.set(unit, probing)
    return probing
  }
}

/**
 * Migrates on a separate connection without timeouts: a new index on millions of rows takes long. Returns whether the
 * database is spread.
 */
async function migratePostgres(url: string): Promise<boolean> {
  const pool = createPool({ connectionString: url, max: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db)
    return (await listSpread(db)).includes('publisher')
  } finally {
    await db.destroy()
  }
}
