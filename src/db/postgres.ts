import { hash } from 'node:crypto'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { migrate } from './migrations/index.ts'
import { type OnQuery, timed } from './on-query.ts'
import { findNode, listSpread } from './spread.ts'
import type { Tables } from './tables/index.ts'
import { isConnectionLost, isTimeout, tooBusy } from './transact.ts'
import { type AsyncRead, watchNodes } from './watch-nodes.ts'

/** Timeout for opening a connection, or for a free one. */
const CONNECT_MS = 5000
/** Timeout for a statement, even if the server or the network does not respond. */
const STATEMENT_MS = 10_000
/** The same for `Database.read`, whose statements take milliseconds: a node that hangs holds few connections for long. */
const READ_MS = 3000
/** When the first of those who wait for a connection has waited this long, further ones are refused at once. */
const QUEUE_MS = 1000

/** The share of the connections that only feeds use, so that writes that wait for each other leave them some. */
const READ_SHARE = 0.3

/**
 * The server ends a statement shortly before our own timeout, so that a slow or waiting statement does not
 * cost a connection, and a transaction that a lost process left open does not block others for long. Sent
 * with each transaction in the same packet: poolers neither accept such settings at the start of a connection
 * nor keep them between transactions.
 */
const BEGIN = [
  'begin',
  `set local statement_timeout = ${STATEMENT_MS - 1000}`,
  'set local lock_timeout = 5000',
  'set local idle_in_transaction_session_timeout = 30000',
].join('; ')

/**
 * Timeout for a whole transaction, however short its statements are: others of the publisher wait for it, and its client
 * has left by then. A statement that begins later is refused as too slow, and all is rolled back.
 */
const TRANSACTION_MS = 60_000
/** PostgreSQL's code of a statement that was cancelled, as by `transaction_timeout` of version 17 and later. */
const CANCELLED = '57014'

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
  const pools = [...new Set([pool, reads])]
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((total, one) => total + count(one), 0)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: limited(pool) }), ...timed(onQuery) })
  const prepared = preparedReads(reads, onQuery)
  // A connection of its own: the others are taken when a node hangs, and just then it is asked which one.
  const places = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: open(1, READ_MS) }) })
  const nodes = watchNodes(async (publisherId) => (spread ? findNode(places, publisherId) : 0), prepared)
  return {
    db,
    limits: db,
    read: deduplicated(nodes.read),
    requireNode: (publisherId) => nodes.require(publisherId),
    connections: () => ({
      busy: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: sum(({ waitingCount }) => waitingCount),
    }),
    async close() {
      nodes.close()
      await places.destroy()
      await db.destroy()
      // Kysely does not end a pool that it has not used.
      for (const one of pools) if (!one.ending) await one.end()
    },
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

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_MS, ...config })
  // A broken connection is replaced at the next query; without listeners its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Returns a function that takes a connection of a pool. It fails as busy at once while the pool is far behind. */
function connecting(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const waiting = new Set<{ since: number }>()
  return async () => {
    const [first] = waiting
    const now = performance.now()
    if (first && now - first.since > QUEUE_MS) throw tooBusy('others wait for a connection to the database')
    const own = { since: now }
    waiting.add(own)
    try {
      return await pool.connect()
    } finally {
      waiting.delete(own)
    }
  }
}

/** The pool for Kysely. Transactions have timeouts, and a connection that does not respond is closed. */
function limited(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = connecting(pool)
  return {
    options: pool.options,
    async connect() {
      const client = await connect()
      let limited = wrapped.get(client)
      if (!limited) wrapped.set(client, (limited = limitedClient(client)))
      return limited
    },
    end: () => pool.end(),
  }
}

function limitedClient(client: pg.PoolClient): PostgresPoolClient {
  let endsAt = Infinity
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (text === 'begin') endsAt = performance.now() + TRANSACTION_MS
    else if (text === 'commit' || text === 'rollback') endsAt = Infinity
    else if (performance.now() > endsAt)
      throw Object.assign(new Error('the transaction took too long'), { code: CANCELLED })
    try {
      return await client.query(text === 'begin' ? BEGIN : text, parameters as unknown[])
    } catch (error) {
      if (isTimeout(error)) giveUp(client)
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy?: boolean) => client.release(destroy),
  }
}

/**
 * Closes a connection whose statement got no response in time: the next one, such as a rollback, would wait just as
 * long. Cancels the statement on the server: it would go on there, for as long as it waits for a lock, beside the
 * connection that replaces this one. The request for that (manual, 54.2.8) has a connection of its own, and no response.
 */
function giveUp(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as BackendKey
  void (client as unknown as pg.Client).end().catch(() => {})
  const request = Buffer.alloc(16)
  for (const [i, value] of [request.length, CANCEL_CODE, processID, secretKey].entries())
    request.writeInt32BE(value, i * 4)
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(CONNECT_MS, () => socket.destroy())
  socket.on('error', () => {}) // A server that can't be reached has nothing to cancel.
  socket.on('connect', () => socket.end(request))
}

/** The fields of a connected client that name its backend. */
interface BackendKey {
  host: string
  port: number
  processID: number
  secretKey: number
}
const CANCEL_CODE = 80_877_102

/** The prepared statement does not exist, exists already, or its columns changed in a migration. */
const UNPREPARED = new Set(['26000', '42P05', '0A000'])

/**
 * `Database.read`: statements have names, so that the server prepares each once per connection. The name is a
 * hash of the text, so that it means the same to all clients of a pooler that shares connections. If the
 * pooler does not support prepared statements, we continue without them.
 */
function preparedReads(pool: pg.Pool, onQuery: OnQuery | undefined): AsyncRead {
  const names = new Map<string, string>()
  const connect = connecting(pool)
  let prepares = true
  const nameOf = (text: string) => {
    let name = names.get(text)
    if (!name) names.set(text, (name = `fasti-${hash('sha256', text).slice(0, 24)}`))
    return name
  }
  const run = async (text: string, values: unknown[]) => {
    const client = await connect()
    try {
      const result = await client.query(prepares ? { name: nameOf(text), text, values } : { text, values })
      client.release()
      return result
    } catch (error) {
      if (isTimeout(error)) giveUp(client)
      client.release(isTimeout(error) || isConnectionLost(error))
      throw error
    }
  }
  return async (sql, parameters) => {
    const began = performance.now()
    const { rows } = await run(sql, parameters).catch((error: unknown) => {
      const unprepared = UNPREPARED.has((error as { code?: string } | undefined)?.code ?? '')
      if (unprepared) prepares = false
      else if (!isConnectionLost(error)) throw error
      return run(sql, parameters) // a read can safely be repeated
    })
    onQuery?.('read', performance.now() - began)
    return rows as never[]
  }
}

/**
 * Sends equal reads of one turn of the event loop once, at the end of the turn: not before the last of them
 * was requested, so that none gets older data than it would alone.
 */
function deduplicated(read: AsyncRead): AsyncRead {
  const pending = new Map<string, Promise<never[]>>()
  return (sql, parameters) => {
    const key = `${sql} ${parameters.join(' ')}`
    let answer = pending.get(key)
    if (!answer) {
      answer = setImmediate().then(() => {
        pending.delete(key)
        return read(sql, parameters)
      })
      pending.set(key, answer)
    }
    return answer
  }
}
