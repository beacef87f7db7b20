import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type Database, type OnQuery, type Read, timed } from './database.ts'
import { migrate } from './migrations/index.ts'
import type { Tables } from './tables/index.ts'
import { isTimeout, wasCutOff } from './transact.ts'

/** So long a connection may take to come about, or to become free. */
const CONNECT_MS = 5000
/** So long one statement may take, whatever has become of the server and the way to it. */
const STATEMENT_MS = 10_000

/**
 * A transaction ends a moment before we would give up on it: a statement that is slow, or that waits for somebody
 * else, then costs no connection. One that was left open by a process that is gone keeps nobody out for long.
 * Set with each transaction, in the same packet: poolers neither take such settings at the start of a
 * connection nor keep them from one transaction to the next.
 */
const BEGIN = [
  'begin',
  `set local statement_timeout = ${STATEMENT_MS - 1000}`,
  'set local lock_timeout = 5000',
  'set local idle_in_transaction_session_timeout = 30000',
].join('; ')

// Counts, sizes and epoch milliseconds all stay far below 2^53, so bigint columns are plain numbers.
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

/** Opens PostgreSQL with its migrations done; at most `connections` are open at a time. */
export async function openPostgres(url: string, connections: number, onQuery?: OnQuery): Promise<Database> {
  await migratePostgres(url)
  const pool = createPool({
    connectionString: url,
    max: connections,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: limited(pool) }), ...timed(onQuery) })
  return {
    db,
    limits: db,
    read: alikeOnce(preparedReads(pool, onQuery)),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await db.destroy()
      // Kysely leaves a pool alone that it has not used.
      if (!pool.ending) await pool.end()
    },
  }
}

/** On a connection of its own, without limits: a new index on millions of rows takes its time. */
async function migratePostgres(url: string): Promise<void> {
  const pool = createPool({ connectionString: url, max: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db).finally(() => db.destroy())
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_MS, ...config })
  // A connection that breaks is replaced at the next query; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The pool as Kysely uses it: transactions have limits, and a connection that no longer answers is given up. */
function limited(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      let limited = known.get(client)
      if (!limited) known.set(client, (limited = limitedClient(client)))
      return limited
    },
    end: () => pool.end(),
  }
}

function limitedClient(client: pg.PoolClient): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(text === 'begin' ? BEGIN : text, parameters as unknown[])
    } catch (error) {
      // Else what follows, the rollback first, would wait behind it for as long again.
      if (isTimeout(error)) void (client as unknown as pg.Client).end().catch(() => {})
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy?: boolean) => client.release(destroy),
  }
}

type SentRead = (...asked: Parameters<Read>) => Promise<never[]>

/** A prepared statement is not there, is there already, or answers other columns since a migration. */
const UNPREPARED = new Set(['26000', '42P05', '0A000'])

/**
 * `Database.read`: statements have names, so that the server prepares each once for a connection. The name is
 * made of the text: behind a pooler that shares connections it then means the same to everybody. Where a pooler
 * knows nothing of prepared statements, we notice, and go on without.
 */
function preparedReads(pool: pg.Pool, onQuery: OnQuery | undefined): SentRead {
  const names = new Map<string, string>()
  let prepares = true
  const nameOf = (text: string) => {
    let name = names.get(text)
    if (!name) names.set(text, (name = `fasti-${hash('sha256', text).slice(0, 24)}`))
    return name
  }
  const run = (text: string, values: unknown[]) =>
    pool.query(prepares ? { name: nameOf(text), text, values } : { text, values })
  return async (sql, parameters) => {
    const began = performance.now()
    const { rows } = await run(sql, parameters).catch((error: unknown) => {
      const unprepared = UNPREPARED.has((error as { code?: string } | undefined)?.code ?? '')
      if (unprepared) prepares = false
      else if (!wasCutOff(error)) throw error
      return run(sql, parameters) // a read may be asked again
    })
    onQuery?.('read', performance.now() - began)
    return rows as never[]
  }
}

/**
 * Reads that are alike and are asked for in one turn of the event loop are sent once, when it ends: not before the
 * last of them was asked for, so that none gets an older answer than alone.
 */
function alikeOnce(read: SentRead): SentRead {
  const asked = new Map<string, Promise<never[]>>()
  return (sql, parameters) => {
    const key = `${sql} ${parameters.join(' ')}`
    let answer = asked.get(key)
    if (!answer) {
      answer = setImmediate().then(() => {
        asked.delete(key)
        return read(sql, parameters)
      })
      asked.set(key, answer)
    }
    return answer
  }
}
