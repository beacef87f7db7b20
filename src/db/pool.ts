import { connect } from 'node:net'
import pg from 'pg'
import { hangs, type Place } from './shares.ts'
import { isConnectionLost, isTimeout, isUnanswered, tooBusy } from './transact.ts'

/** Timeout for opening a connection, or for a free one. */
const CONNECT_MS = 5000
/** When the first of those who wait for a connection has waited this long, further ones are refused at once. */
const QUEUE_MS = 1000

export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_MS, ...config })
  // A broken connection is replaced at the next query; without listeners its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Returns a function that takes a connection of a pool. It fails as busy at once while the pool is far behind. */
export function connecting(pool: pg.Pool): () => Promise<pg.PoolClient> {
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

/** Runs one statement on a connection of its own for so long. */
export async function ask(
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
 * Closes a connection whose statement got no response in time: the next one, such as a rollback, would wait just as
 * long. Cancels the statement on the server: it would go on there, for as long as it waits for a lock, beside the
 * connection that replaces this one. The request for that (manual, 54.2.8) has a connection of its own, and no response.
 */
export function giveUp(client: pg.PoolClient): void {
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
