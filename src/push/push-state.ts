import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import type { PushFiles } from './push-lock.ts'

/** Bytes at either end of a file that are looked at to know it again. */
const EDGE = 64 * 1024

/** What became of how many records. */
export interface PushCounts {
  added: number
  /** Their reference was there already. */
  exists: number
  /** By the server. */
  refused: number
  /** Not sent, because the row itself is wrong. */
  faulty: number
}

/** How far a push has come. What it says is on disk, so a push that was broken off goes on from here. */
export interface PushState {
  /** Names this push to the server, so that a repeated batch is answered as it was the first time. */
  run: string
  /** The file, the server and how the file is read: all of it has to be the same to go on. */
  what: string
  /** The first line that is not settled. */
  line: number
  /** Bytes of the report up to there. */
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
 * Where an earlier push of the same came to, or the beginning. `what`: see `PushState`; `again`: begins anew in any
 * case. Throws AppError where that would write over the report of another push.
 */
export async function takeUpState(files: PushFiles, what: string, again: boolean): Promise<PushState> {
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
  // Nothing was answered yet: a wrong key, say, which is right by now.
  if (state.line === 1) return newState(what)
  const how = state.finished ? 'of another push' : 'of a push that was stopped'
  const ways = 'push that one as it was, name another --report, or begin --again'
  throw new AppError('conflict', `${files.report} is ${how}, of another file, server or setting: ${ways}`)
}

/** Of all records so far. */
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

/** The same for the same content, as far as its size and its ends tell. */
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
