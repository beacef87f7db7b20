import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { connecting, giveUp } from './pool.ts'
import { hangs, type Place, type Shares } from './shares.ts'
import { isConnectionLost, isTimeout, isUnanswered } from './transact.ts'
import { whoseRows } from './whose.ts'

/** Timeout for a statement, even if the server or the network does not respond. */
export const STATEMENT_MS = 10_000

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

/** The pool for Kysely. Transactions have timeouts, and a connection that does not respond is closed. */
export function limited(pool: pg.Pool, shares: Shares): PostgresPool {
  const connect = connecting(pool)
  return {
    options: pool.options,
    connect: () => Promise.resolve(new LateClient(connect, shares)),
    end: () => pool.end(),
  }
}

/** Statements that may come before the first one that meets a table. */
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
