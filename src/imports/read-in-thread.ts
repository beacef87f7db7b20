import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { aborted, FairQueue } from './fair-queue.ts'
import type { ImportFile, ImportRecord, ImportSeries } from './import-file.ts'
import type { ReadPart, ThreadTask } from './read-worker.ts'
import { TABLE_FIELDS } from './table-fields.ts'

/** From the start of the thread. The largest allowed file takes about a second. */
const DEADLINE_MS = 5000
/** Memory limit of a thread; some files need a few hundred megabytes. */
const MEMORY_MB = 768

const queue = new FairQueue({ concurrent: 2, perOwner: 1, waiting: 8 })

/**
 * Reads a file with `readImport` in a thread: a hostile file may take for ever, and only a thread can be
 * stopped from outside. Refuses a file that takes more time or memory than any honest one. `owner`: the
 * publisher, for the queue. `signal` stops it.
 */
export async function readInThread(
  task: Omit<ThreadTask, 'fields'>,
  { owner, signal }: { owner: number; signal?: AbortSignal },
): Promise<ImportFile> {
  return queue.run(owner, signal, () => inThread({ ...task, fields: TABLE_FIELDS }, signal))
}

async function inThread(task: ThreadTask, signal: AbortSignal | undefined): Promise<ImportFile> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  const abort = () => end(aborted())
  const timer = setTimeout(() => end(tooMuch()), DEADLINE_MS)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  try {
    return await Promise.race([gather(worker), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

function gather(worker: Worker): Promise<ImportFile> {
  return new Promise((done, fail) => {
    const parts: ImportRecord[][] = []
    const series: ImportSeries[][] = []
    worker.on('message', (part: ReadPart) => {
      if ('records' in part) parts.push(part.records)
      else if ('series' in part) series.push(part.series)
      else done({ ...part.rest, records: parts.flat(), series: series.flat() })
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error)
    })
  })
}

function tooMuch(): AppError {
  return new AppError('too_large', 'The file takes too long to read. Split it into smaller ones', {
    kind: 'file_too_large',
  })
}
