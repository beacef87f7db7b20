import { hash } from 'node:crypto'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database, Read } from './database.ts'
import { migrate } from './migrations/index.ts'
import { type OnQuery, timed } from './on-query.ts'
import { hangs, type Place, type ShareOptions, Shares } from './shares.ts'
import { findNode, listSpread } from './spread.ts'
import type { Tables } from './tables/index.ts'
import { isConnectionLost, isTimeout, isUnanswered, tooBusy } from './transact.ts'
import { whoseRows } from './whose.ts'

/** Timeout for opening a connection, or for a free one. */
const CONNECT_MS = 5000
/** Timeout for a statement, even if the server or the network does not respond. */
const STATEMENT_MS = 10_000
/** The same for `Database.read`, whose statements take milliseconds: a node that hangs holds few connections for long. */
const READ_MS = 3000
/** When the first of those who wait for a connection has waited this long, further ones are refused at once. */
const QUEUE_MS = 1000

/** Timeout for the small read that finds out if a node hangs. */
const PROBE_MS = 1000
/** How long it is remembered on which node a publisher is. */
const PLACES_MS = 600_000
const PLACES_CACHED = 50_000

/**
 * The part of a pool that one publisher or node may take, rounded up: more than the three changes that may wait for each
 * other, so that its reads go on beside them.
 */
const MOST_OF_POOL = 0.5
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

type AsyncRead = (...args: Parameters<Read>) => Promise<never[]>

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
    new Shares({ most: Math.ceil(max * MOST_OF_POOL), unitOf, probe })
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
function limited(pool: pg.Pool, shares: Shares): PostgresPool {
  const connect = connecting(pool)
  return {
    options: pool.options,
    connect: () => Promise.resolve(new LateClient(connect, shares)),
    end: () => pool.end(),
  }
}

/** What may come before the first statement that meets a table. */
const OPENING = /^(begin$|start transaction|set local )/

/** A client that takes its connection with the first statement that meets a table: that one says whose share it is of. */
class LateClient implements PostgresPoolClient {
  readonly #connect: () => Promise<pg.PoolClient>
  readonly #shares: Shares
  #client: pg.PoolClient | undefined
  #place: Place | undefined
  #opening: string[] = []
  #endsAt = Infinity

  constructor(connect: () => Promise<pg.PoolClient>, shares: Shares) {
    this.#connect = connect
    this.#shares = shares
  }

  // Kysely's type has a cursor too, which we don't use.
  query = this.#query.bind(this) as unknown as PostgresPoolClient['query']

  release(destroy?: boolean): void {
    this.#client?.release(destroy)
    this.#place?.release()
  }

  async #query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (text === 'begin') this.#endsAt = performance.now() + TRANSACTION_MS
    else if (text === 'commit' || text === 'rollback') this.#endsAt = Infinity
    else if (performance.now() > this.#endsAt)
      throw Object.assign(new Error('the transaction took too long'), { code: CANCELLED })
    if (!this.#client) {
      if (OPENING.test(text)) this.#opening.push(text === 'begin' ? BEGIN : text)
      if (OPENING.test(text) || (this.#opening.length > 0 && /^(commit|rollback)$/.test(text)))
        return { command: text.toUpperCase(), rowCount: null, rows: [] }
      await this.#take(text, parameters)
      if (this.#opening.length > 0) await this.#send(this.#opening.join('; '), [])
    }
    return this.#send(text, parameters)
  }

  async #take(text: string, parameters: readonly unknown[]): Promise<void> {
    const whose = whoseRows(text, parameters)
    if (whose !== undefined) this.#place = await this.#shares.take(whose, () => this.#abandon())
    this.#client = await this.#connect()
    if (this.#place?.isOver) throw hangs()
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const sentAt = performance.now()
    try {
      const result = await this.#client!.query(text, parameters as unknown[])
      this.#place?.answered()
      return result
    } catch (error) {
      if (isTimeout(error)) giveUp(this.#client!)
      if (isUnanswered(error)) this.#place?.unanswered(sentAt)
      else if (!isConnectionLost(error)) this.#place?.answered()
      throw this.#place?.isOver ? hangs() : error
    }
  }

  #abandon(): void {
    if (this.#client) giveUp(this.#client)
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
function preparedReads(pool: pg.Pool, shares: Shares, onQuery: OnQuery | undefined): AsyncRead {
  const names = new Map<string, string>()
  const connect = connecting(pool)
  let prepares = true
  const nameOf = (text: string) => {
    let name = names.get(text)
    if (!name) names.set(text, (name = `fasti-${hash('sha256', text).slice(0, 24)}`))
    return name
  }
  const run = async (text: string, values: unknown[]) => {
    let client: pg.PoolClient | undefined
    const place = await shares.take(values[0] as number, () => client && giveUp(client))
    try {
      const query = prepares ? { name: nameOf(text), text, values } : { text, values }
      return await ask(connect, query, place, (taken) => (client = taken))
    } finally {
      place.release()
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

/** Runs one statement on a connection of its own for so long. */
async function ask(
  connect: () => Promise<pg.PoolClient>,
  query: pg.QueryConfig,
  place?: Place,
  onConnect?: (client: pg.PoolClient) => unknown,
): Promise<pg.QueryResult> {
  const client = await connect()
  onConnect?.(client)
  const sentAt = performance.now()
  try {
    if (place?.isOver) throw hangs()
    const result = await client.query(query)
    place?.answered()
    client.release()
    return result
  } catch (error) {
    if (isTimeout(error)) giveUp(client)
    if (isUnanswered(error)) place?.unanswered(sentAt)
    client.release(isTimeout(error) || isConnectionLost(error))
    throw place?.isOver ? hangs() : error
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
