import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './database.ts'
import { sqliteCode } from './sqlite.ts'

/** Maximum attempts for a transaction that PostgreSQL aborts. */
const ATTEMPTS = 6
/** How long a transaction tries to get the write lock. */
const MAX_WAIT_MS = 5000
/**
 * Serialization failure and deadlock: PostgreSQL aborted one of two conflicting transactions, and it can be
 * run again.
 */
const CONFLICTS = new Set(['40001', '40P01'])
/** Timeouts for a lock and for a statement. */
const LOCK_TIMEOUT = '55P03'
const TOO_SLOW = new Set([LOCK_TIMEOUT, '57014'])
/** PostgreSQL's code of a write in a transaction that is read-only. */
const READ_ONLY = '25006'
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
/**
 * Read-only or moved file, disk error, damaged file, full disk, file that can't be opened, not a database.
 */
const SQLITE_UNUSABLE = [8, 10, 11, 13, 14, 26]

/**
 * Runs `work` in a transaction. Runs it again after a conflict with another transaction, or if the connection
 * was lost before the commit was sent; if it is lost later, the caller has to find out if the commit
 * happened. So `work` must have no effects outside of the transaction. Inside a transaction, `work` becomes
 * part of that one.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const held: Holds = new Map()
  try {
    return await withRetries((committing) =>
      db.transaction().execute(async (tx) => {
        holds.set(tx, held)
        const result = await work(tx)
        committing()
        return result
      }),
    )
  } finally {
    for (const release of held.values()) release()
  }
}

/** What a call of `transact` has to give back when it is over, by a name, such as a publisher's id. */
export type Holds = Map<unknown, () => void>

const holds = new WeakMap<Db, Holds>()

/** Returns the holds of the call of `transact` that a transaction belongs to; undefined for any other. */
export function holdsOf(tx: Db): Holds | undefined {
  return holds.get(tx)
}

/**
 * Thrown inside a transaction that has to wait for something else than the database: it is rolled back, so that it holds
 * no connection meanwhile, and runs again after `wait`.
 */
export class WaitOutside extends Error {
  readonly wait: () => Promise<void>

  constructor(wait: () => Promise<void>) {
    super('the transaction waits without a connection')
    this.wait = wait
  }
}

/** An error of a transaction that others kept waiting for too long. */
export function tooBusy(message: string): Error {
  return Object.assign(new Error(message), { code: LOCK_TIMEOUT })
}

/**
 * Repeats `attempt` as long as that is safe and may help. It must call `committing` just before its commit.
 */
export async function withRetries<T>(attempt: (committing: () => void) => Promise<T>): Promise<T> {
  const until = performance.now() + MAX_WAIT_MS
  for (let attempts = 1; ; attempts++) {
    let committing = false
    try {
      return await attempt(() => (committing = true))
    } catch (error) {
      if (error instanceof WaitOutside) {
        await error.wait()
        continue
      }
      const pause = pauseBefore(error, attempts, committing)
      if (pause === undefined || performance.now() > until) throw error
      await sleep(Math.random() * pause)
    }
  }
}

/** The maximum pause before the next attempt in ms; undefined if there must be none. */
function pauseBefore(error: unknown, attempts: number, committing: boolean): number | undefined {
  if (isSqliteBusy(error)) return 10
  const canRetry = CONFLICTS.has(codeOf(error)) || (isConnectionLost(error) && !committing)
  return canRetry && attempts < ATTEMPTS ? 10 * 2 ** attempts : undefined
}

/** True if the database was too busy: the same call may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  return isSqliteBusy(error) || CONFLICTS.has(codeOf(error)) || TOO_SLOW.has(codeOf(error))
}

/**
 * True if SQLite could not use its file, or PostgreSQL takes no writes, as a standby: nothing was stored, and the same
 * call succeeds when the disk works again, or another server is in its place.
 */
export function isUnwritable(error: unknown): boolean {
  return SQLITE_UNUSABLE.includes(sqliteCode(error)) || codeOf(error) === READ_ONLY
}

/**
 * True if the database can't be reached, refuses connections, or is starting or stopping: the statement may
 * or may not have run. Codes from PostgreSQL's appendix A: 08 connection, 25006 read-only, 25P03 idle in
 * transaction, 28 authorization, 53 resources, 57P operator.
 */
export function isUnreachable(error: unknown): boolean {
  return (
    /^(08|25006|25P03|28|53|57P)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)/.test(
      codeOf(error),
    ) ||
    isConnectionLost(error) ||
    isTimeout(error)
  )
}

/**
 * True if the connection was closed during a statement, by error codes and messages of the driver and the
 * server.
 */
export function isConnectionLost(error: unknown): boolean {
  return (
    /^(57P0[12]|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
    /^Connection terminated( unexpectedly)?$|^Client (has encountered|was closed)/.test(messageOf(error))
  )
}

/** True if the driver's timeout for a connection or a response expired. */
export function isTimeout(error: unknown): boolean {
  return /^timeout e|^Query read timeout|connection timeout$/.test(messageOf(error))
}

/** True if a statement was sent and got no response in time. */
export function isUnanswered(error: unknown): boolean {
  return messageOf(error).startsWith('Query read timeout')
}

function isSqliteBusy(error: unknown): boolean {
  return [SQLITE_BUSY, SQLITE_LOCKED].includes(sqliteCode(error))
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
