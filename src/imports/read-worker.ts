import { parentPort, workerData } from 'node:worker_threads'
import type { ImportFault, ImportFile, ImportRecord, ImportSeries } from './import-file.ts'
import { readImport, type ReadTask } from './read-import.ts'

/** The input of the thread, which gets the bytes of a Buffer as those of a plain array. */
export type ThreadTask = Omit<ReadTask, 'bytes'> & { bytes: Uint8Array }

/** The thread's messages: first parts of the records and of the series, then the rest of the file. */
export type ReadPart =
  { records: ImportRecord[] } | { series: ImportSeries[] } | { rest: Omit<ImportFile, 'records' | 'series'> }

/** Records or series in one message: few, since the receiving event loop stops while it deserialises a message. */
const RECORDS_PER_MESSAGE = 500
/** Maximum faults, and notes: a file with more is not a calendar or table. */
const MAX_FAULTS = 10_000

const task = workerData as ThreadTask
const { records, series, ...rest } = await readImport({ ...task, bytes: Buffer.from(task.bytes) })
const post = (part: ReadPart) => parentPort!.postMessage(part)
for (let at = 0; at < records.length; at += RECORDS_PER_MESSAGE)
  post({ records: records.slice(at, at + RECORDS_PER_MESSAGE) })
for (let at = 0; at < series.length; at += RECORDS_PER_MESSAGE)
  post({ series: series.slice(at, at + RECORDS_PER_MESSAGE) })
post({ rest: { ...rest, faults: first(rest.faults), notes: first(rest.notes) } })

function first(faults: ImportFault[]): ImportFault[] {
  const more = faults.length - MAX_FAULTS
  if (more <= 0) return faults
  const { line } = faults[MAX_FAULTS]!
  return [...faults.slice(0, MAX_FAULTS), { line, message: `From here on there are ${more} more of them` }]
}
