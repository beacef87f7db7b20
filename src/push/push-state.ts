import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import type { PushFiles } from './push-lock.ts'

/** Octets at the beginning and the end of a file that identify it. */
const EDGE = 64 * 1024

/** Numbers of records by result. */
export interface PushCounts {
  added: number
  /** The reference already existed. */
  exists: number
  /** Refused by the server. */
  refused: number
  /** Not sent, because the record is invalid. */
  faulty: number
}

/** The progress of a push, as stored on disk, so that an interrupted push can continue. */
export interface PushState {
  /** Identifies this push at the server, so that a repeated batch gets its first response again. */
  run: string
  /**
   * Identifies the file, the server and the reading options: a push can continue only if all are the same.
   */
  what: string
  /** The first line that is not settled. */
  line: number
  /** Octets of the report up to that line. */
  reportBytes: number
  counts: PushCounts
  finished: boolean
}

function newState(what: string): PushState {
  const counts = { added: 0, exists: 0, refused: 0, faulty: 0 }
  return { run: randomUUID(), what, line: 1, reportBytes: 0, counts, finished: false }
}

async function findState(file: string): Promise<PushState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PushState
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new AppError('invalid', `${file} can't be read: ${(error as Error).message}`)
  }
}

/**
 * Returns the state of an interrupted push of the same file, or a new one. `what`: see `PushState`; `again`:
 * always start again. Throws AppError if that would overwrite the report of another push.
 */
export async function resumeState(files: PushFiles, what: string, again: boolean): Promise<PushState> {
  const state = again ? undefined : await findState(files.state)
  if (!state) {
    if (!again && existsSync(files.report))
      throw new AppError(
        'conflict',
        `${files.report} is there already: name another --report, or write it --again`,
      )
    return newState(what)
  }
  if (state.what === what) return state
  // No batch was settled, for instance because of a wrong key that is corrected now.
  if (state.line === 1) return newState(what)
  const how = state.finished ? 'of another push' : 'of a push that was stopped'
  const ways = 'push that one as it was, name another --report, or begin --again'
  throw new AppError('conflict', `${files.report} is ${how}, of another file, server or setting: ${ways}`)
}

/** Replaces the state atomically. */
export function sumOf({ added, exists, refused, faulty }: PushCounts): number {
  return added + exists + refused + faulty
}

/** Replaces the state as a whole: a crash leaves the one or the other. */
export async function saveState(file: string, state: PushState): Promise<void> {
  const next = `${file}.new`
  try {
    await writeFile(next, JSON.stringify(state), { flush: true })
    await rename(next, file)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}

/** A hash of the file's size, beginning and end. */
export async function fingerprint(file: string): Promise<string> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const hash = createHash('sha256').update(String(size))
  for (const from of [0, Math.max(0, size - EDGE)]) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(EDGE), 0, EDGE, from)
    hash.update(buffer.subarray(0, bytesRead))
  }
  return hash.digest('hex')
}
