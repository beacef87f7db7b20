import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import type { ImportFile, ImportRecord } from './import-file.ts'
import { readImport } from './read-import.ts'
import type { ReadPart, ReadTask } from './read-worker.ts'

/** Bytes that are read at once: starting a thread would take longer. */
const SMALL = 50_000
const TIMEOUT_MS = 60_000
/** Threads at a time; others wait for their turn. Each may take some hundred megabytes. */
const AT_ONCE = 2
const MEMORY_MB = 768

let underWay = 0
const waiting: (() => void)[] = []

/**
 * Reads a file as `readImport` does, a large one in a thread of its own, so that the service goes on answering.
 * Refuses a file that takes more time or memory than any honest one.
 */
export async function readInThread(task: ReadTask): Promise<ImportFile> {
  const { fileName, bytes, timezone, now, options } = task
  if (bytes.length <= SMALL) return readImport(fileName, Buffer.from(bytes), timezone, now, options)
  if (underWay < AT_ONCE) underWay++
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await inThread(task)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay--
  }
}

async function inThread(task: ReadTask): Promise<ImportFile> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
  try {
    return await gather(worker)
  } finally {
    clearTimeout(timer)
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
    worker.on('exit', (code) => {
      if (code !== 0) fail(tooMuch())
    })
  })
}

function tooMuch(): AppError {
  return new AppError('too_large', 'The file takes too long to read. Split it into smaller ones')
}
