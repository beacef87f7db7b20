import { parentPort, workerData } from 'node:worker_threads'
import type { ImportFault, ImportFile, ImportRecord, TableOptions } from './import-file.ts'
import { readImport } from './read-import.ts'

/** What the thread is started with. */
export interface ReadTask {
  fileName: string
  bytes: Uint8Array
  timezone: string
  /** Epoch milliseconds. */
  now: number
  options: TableOptions
}

/** What it posts: some records at a time, then the rest of the file. */
export type ReadPart = { records: ImportRecord[] } | { rest: Omit<ImportFile, 'records'> }

/** Unpacking one message holds up whoever gets it, so that they are kept small. */
const AT_ONCE = 500
/** Faults, and notes, that are posted: more is a file of another kind. */
const MOST_TOLD = 10_000

const { fileName, bytes, timezone, now, options } = workerData as ReadTask
const { records, ...rest } = readImport(fileName, Buffer.from(bytes), timezone, now, options)
const post = (part: ReadPart) => parentPort!.postMessage(part)
for (let at = 0; at < records.length; at += AT_ONCE) post({ records: records.slice(at, at + AT_ONCE) })
post({ rest: { ...rest, faults: first(rest.faults), notes: first(rest.notes) } })

function first(faults: ImportFault[]): ImportFault[] {
  const more = faults.length - MOST_TOLD
  if (more <= 0) return faults
  const { line } = faults[MOST_TOLD]!
  return [...faults.slice(0, MOST_TOLD), { line, message: `From here on there are ${more} more of them` }]
}
