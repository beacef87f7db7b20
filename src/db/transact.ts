import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './database.ts'
import { sqliteCode } from './sqlite.ts'

/** How often a transaction is run when PostgreSQL ends it. */
const ATTEMPTS = 6
/** So long a transaction waits for its turn to write. */
const PATIENCE_MS = 5000
/** Two transactions met: PostgreSQL ended one of them (serialization failure, deadlock) and it can simply be run again. */
const RACES = new Set(['40001', '40P01'])
/** A lock was not to be had in time, or a statement took too long. */
const TOO_SLOW = new Set(['55P03', '57014'])
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
/** Read-only or moved, an error of the disk, a damaged file, a full disk, a file that can't be opened, no database. */
const SQLITE_UNUSABLE = [8, 10, 11, 13, 14, 26]

/**
 * Runs `work` in a transaction, all or nothing, and again when it lost against another transaction, or when its
 * connection was lost before the commit was sent. From then on nobody knows whether it was done: that is the
 * caller's to find out. `work` has to touch nothing but the transaction it is given. Within a transaction it
 * becomes part of that one.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const facts: Facts = new Map()
  for (;;) {
    try {
      return await retried((committing) =>
        db.transaction().execute(async (tx) => {
          factsOf.set(tx, facts)
          const result = await work(tx)
          committing()
          return result
        }),
      )
    } catch (error) {
      if (!(error instanceof FactMissing)) throw error
      facts.set(error.name, await error.find(db))
    }
  }
}

/** Results found before a transaction, by name. */
type Facts = Map<string, unknown>

const factsOf = new WeakMap<Db, Facts>()

class FactMissing extends Error {
  find: (db: Db) => Promise<unknown>

  constructor(name: string, find: (db: Db) => Promise<unknown>) {
    super(`${name} has to be found before the transaction`)
    this.name = name
    this.find = find
  }
}

/**
 * Finds something that takes too long for a transaction, which holds up whoever else writes: the transaction is
 * undone, `find` runs outside of it, and then the transaction again. `name` has to be the same in each run.
 */
export async function foundBefore<T>(db: Db, name: string, find: (db: Db) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return find(db)
  const facts = factsOf.get(db)
  if (!facts?.has(name)) throw new FactMissing(name, find)
  return facts.get(name) as T
}

/** Runs `attempt` again for as long as that is safe and may help. It calls `committing` where its work is done. */
export async function retried<T>(attempt: (committing: () => void) => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (let attempts = 1; ; attempts++) {
    let committing = false
    try {
      return await attempt(() => (committing = true))
    } catch (error) {
      const pause = pauseBefore(error, attempts, committing)
      if (pause === undefined || performance.now() > until) throw error
      await sleep(Math.random() * pause)
    }
  }
}

/** The longest pause, in milliseconds, before the next attempt; undefined: there is none. */
function pauseBefore(error: unknown, attempts: number, committing: boolean): number | undefined {
  if (isSqliteBusy(error)) return 10
  const again = RACES.has(codeOf(error)) || (wasCutOff(error) && !committing)
  return again && attempts < ATTEMPTS ? 10 * 2 ** attempts : undefined
}

/** Whether the database was too busy to answer: the same call may go through a moment later. */
export function isBusy(error: unknown): boolean {
  return isSqliteBusy(error) || RACES.has(codeOf(error)) || TOO_SLOW.has(codeOf(error))
}

/** Whether SQLite could not use its file: it stored nothing, and the same call goes through once the disk is well. */
export function isDiskFault(error: unknown): boolean {
  return SQLITE_UNUSABLE.includes(sqliteCode(error))
}

/**
 * Whether the database is not there, takes nobody in, or just stopped or started: what was asked of it may or may
 * not be done. Codes by PostgreSQL's appendix A: 08 connection, 25006 only read, 25P03 left open too long,
 * 28 not let in, 53 no resources, 57P the operator.
 */
export function isUnreachable(error: unknown): boolean {
  return (
    /^(08|25006|25P03|28|53|57P)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)/.test(
      codeOf(error),
    ) ||
    wasCutOff(error) ||
    isTimeout(error)
  )
}

/** Whether the connection ended under what it was asked, in words of the driver or the server. */
export function wasCutOff(error: unknown): boolean {
  return (
    /^(57P0[12]|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
    /^Connection terminated( unexpectedly)?$|^Client (has encountered|was closed)/.test(messageOf(error))
  )
}

/** Whether the driver gave up waiting: for a connection, or for an answer. */
export function isTimeout(error: unknown): boolean {
  return /^timeout e|^Query read timeout|connection timeout$/.test(messageOf(error))
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
