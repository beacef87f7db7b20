import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { brokenOff, FairTurns } from './fair-turns.ts'
import type { ImportFile, ImportRecord } from './import-file.ts'
import type { ReadPart, ReadTask } from './read-worker.ts'

/** From the start of the thread on. The largest file there may be takes about a second. */
const DEADLINE_MS = 5000
/** Each thread may take some hundred megabytes. */
const MEMORY_MB = 768

const turns = new FairTurns({ atOnce: 2, ofOne: 1, waiting: 8 })

/**
 * Reads a file as `readImport` does, in a thread of its own: what is in it may take for ever, and only a thread can
 * be ended from outside. Refuses a file that takes more time or memory than any honest one. `owner` is the publisher
 * whose turn it takes; `signal` ends it.
 */
export async function readInThread(
  task: ReadTask,
  { owner, signal }: { owner: number; signal?: AbortSignal },
): Promise<ImportFile> {
  return turns.run(owner, signal, () => inThread(task, signal))
}

async function inThread(task: ReadTask, signal: AbortSignal | undefined): Promise<ImportFile> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  const leave = () => end(brokenOff())
  const timer = setTimeout(() => end(tooMuch()), DEADLINE_MS)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  try {
    return await Promise.race([gather(worker), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
    await worker.terminate()
  }
}

function gather(worker: Worker): Promise<ImportFile> {
  return new Promise((done, fail) => {
    const parts: ImportRecord[][] = []
    worker.on('message', (part: ReadPart) => {
      if ('records' in part) parts.push(part.records)
      else done({ ...part.rest, records: parts.flat() })
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error)
    })
  })
}

function tooMuch(): AppError {
  return new AppError('too_large', 'The file takes too long to read. Split it into smaller ones')
}
