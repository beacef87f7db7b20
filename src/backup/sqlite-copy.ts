import { closeSync, fsyncSync, linkSync, openSync, readSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** Pages of 4 kB that are copied in one step: few, so that others can use the disk in between. */
const STEP_PAGES = 2000
/** Copies all pages in one step: between two steps, others would wait for the lock. */
const ALL_PAGES = 2 ** 31 - 1
const BUSY_MS = 5000
const MAX_LOCK_WAIT_MS = 30_000
const HEAD = 'SQLite format 3\0'
/** Suffixes of the files that SQLite and the service store next to a database. */
const SIDE_FILES = ['-wal', '-shm', '-journal', '-limits', '-limits-wal', '-limits-shm']

export type OnProgress = (done: number, total: number) => void

/**
 * Copies a consistent state of a database, which may be in use, to a new file with permissions 0600. The file
 * gets its name only after it was checked and is on disk, so it is never partial.
 */
export async function copySqlite(source: string, target: string, onProgress?: OnProgress): Promise<void> {
  const partial = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.partial`)
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    await copySnapshot(source, partial, onProgress)
    finish(partial)
    placeAt(partial, target)
  } finally {
    removeSqlite(partial)
  }
}

/**
 * Replaces the content of a database that may be in use, in one transaction: readers see either the old or
 * the new content, and writers wait.
 */
export async function overwriteSqlite(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: BUSY_MS })
  try {
    for (const until = performance.now() + MAX_LOCK_WAIT_MS; ; await sleep(20)) {
      try {
        await backup(database, target, { rate: ALL_PAGES })
        return
      } catch (error) {
        // Another process is writing. Any other error occurs again, and is thrown at the end.
        if (performance.now() > until) throw error
      }
    }
  } finally {
    database.close()
  }
}

/** Refuses a file that is not a SQLite database, or is damaged. `name`: the file's name in messages. */
export function checkSqlite(file: string, name: string): void {
  const head = Buffer.alloc(HEAD.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head, 0, head.length, 0)
  } finally {
    closeSync(descriptor)
  }
  if (head.toString('latin1') !== HEAD)
    throw new AppError('invalid', `${name} is no backup of a SQLite database`)
  const fault = faultIn(file)
  if (fault) throw new AppError('invalid', `${name} is damaged: ${fault}`)
}

/** Removes a database and its side files. */
export function removeSqlite(file: string): void {
  for (const suffix of ['', ...SIDE_FILES]) rmSync(file + suffix, { force: true })
}

/**
 * The read transaction keeps the copy at one state: without it, each write of others would restart the copy.
 */
async function copySnapshot(source: string, target: string, onProgress?: OnProgress): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: BUSY_MS })
  try {
    database.exec('begin; select count(*) from sqlite_master')
    await backup(database, target, {
      rate: STEP_PAGES,
      progress: ({ totalPages, remainingPages }) => onProgress?.(totalPages - remainingPages, totalPages),
    })
    onProgress?.(1, 1)
  } finally {
    database.close()
  }
}

/** Leaves WAL mode, so that the copy is a single file, and checks it. */
function finish(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete')
  } finally {
    database.close()
  }
  const fault = faultIn(file)
  if (fault) throw new AppError('unavailable', `the copy is damaged, and so is the database: ${fault}`)
  sync(file)
}

function faultIn(file: string): string | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
    try {
      const [found] = database.prepare('pragma integrity_check(1)').all()
      if (found?.integrity_check !== 'ok') return String(found?.integrity_check)
      const [orphan] = database.prepare('pragma foreign_key_check').all()
      return orphan && `a row of ${String(orphan.table)} belongs to nothing`
    } finally {
      database.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}

/** Gives the file its name. Never replaces an existing file: it may be a database. */
function placeAt(partial: string, target: string): void {
  linkSync(partial, target)
  rmSync(partial)
  sync(path.dirname(target))
}

function sync(place: string): void {
  const descriptor = openSync(place, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
