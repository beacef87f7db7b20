import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '../db/transact.ts'
import { AppError } from '../errors.ts'

/** The files that a push writes. */
export interface PushFiles {
  report: string
  state: string
}

/**
 * Locks the files of a push until they are disposed. The lock is the operating system's, on a file next to
 * the report, so it ends with the process. That file is never deleted, since then two processes could hold
 * the lock.
 */
export function lockFiles(report: string): PushFiles & Disposable {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(`${report}.lock`)
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock?.close()
    if (isBusy(error)) throw new AppError('conflict', `${report} is being written by another push`)
    throw new AppError('invalid', `The report ${report} can't be written: ${(error as Error).message}`)
  }
  return { report, state: `${report}.state`, [Symbol.dispose]: () => lock.close() }
}
