import { closeSync, fsyncSync, linkSync, openSync, readSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** In pages of 4 kB: a copy is made in so small steps that others get to the disk. */
const STEP_PAGES = 2000
/** All of it at once: between two steps everybody else would wait for the lock. */
const ALL_PAGES = 2 ** 31 - 1
const BUSY_MS = 5000
const LOCK_PATIENCE_MS = 30_000
const HEAD = 'SQLite format 3\0'
/** What SQLite and the service keep beside a database. */
const BESIDE = ['-wal', '-shm', '-journal', '-limits', '-limits-wal', '-limits-shm']

export type OnProgress = (done: number, total: number) => void

/**
 * Copies a database, in use or not, as it is at this moment, into a new file that only we may read. It is whole or
 * it is not there: the file gets its name when it was checked and is on disk.
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
 * Puts the content of one database in the place of another's that may be in use: one transaction for everybody who
 * has it open. Readers see the old content or the new, and writers wait.
 */
export async function overwriteSqlite(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: BUSY_MS })
  try {
    for (const until = performance.now() + LOCK_PATIENCE_MS; ; await sleep(20)) {
      try {
        await backup(database, target, { rate: ALL_PAGES })
        return
      } catch (error) {
        // Somebody is writing. What else it may be does not go away and is told then.
        if (performance.now() > until) throw error
      }
    }
  } finally {
    database.close()
  }
}

/** Refuses what is no SQLite file, or a damaged one. `name`: what the message calls it. */
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

/** Removes a database with all that is kept beside it. */
export function removeSqlite(file: string): void {
  for (const suffix of ['', ...BESIDE]) rmSync(file + suffix, { force: true })
}

/** A read transaction keeps the moment of the copy: else it would begin anew with each write of others. */
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

/** One file that needs no other, and that is whole. */
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

/** Never over something that is there: the name may be somebody's database. */
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
