import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './database.ts'

const ATTEMPTS = 6
/** Two transactions met: PostgreSQL ended one of them (serialization failure, deadlock) and it can simply be run again. */
const RETRIED_STATES = new Set(['40001', '40P01'])
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

/**
 * Runs `work` in a transaction, all or nothing, and again when it lost against another transaction. It has
 * to touch nothing but the transaction it is given. Within a transaction it becomes part of that one.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !lostARace(error)) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Whether the database was too busy to answer: the same call may go through a moment later. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number } | undefined)?.errcode
  return code !== undefined && [SQLITE_BUSY, SQLITE_LOCKED].includes(code & 0xff)
}

/** Whether the database is not there, or just stopped or started: what was asked of it may or may not be done. */
export function isUnreachable(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    /^(08|57P)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH)/.test(code ?? '') ||
    /^Connection terminated|^timeout exceeded/.test(message)
  )
}

function lostARace(error: unknown): boolean {
  return isBusy(error) || RETRIED_STATES.has((error as { code?: string } | undefined)?.code ?? '')
}
