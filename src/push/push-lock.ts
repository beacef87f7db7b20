import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '../db/transact.ts'
import { AppError } from '../errors.ts'

/** What a push writes. */
export interface PushFiles {
  report: string
  state: string
}

/**
 * The files of a push, which no other one has until they are disposed of. The lock is the operating system's, on a
 * file beside the report: it ends with the process, however that ends. That file stays, as two could be let in by
 * its removal.
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
