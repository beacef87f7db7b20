import type { Db } from '../db/database.ts'
import type { ImportFault } from './import-file.ts'

/** What an import did, in numbers of events: dates of series are among them. */
export interface ImportResult {
  added: number
  changed: number
  /** Events of other calendars that are in this one too now. */
  joined: number
  removed: number
  /** Faults found only while writing. */
  faults: ImportFault[]
}

/** Callbacks for an import that runs. */
export interface ImportWatch {
  /** Called after each step with the number of processed events. */
  onProgress?: (done: number) => void
  /** Runs in the transaction of the first step, or alone if there are no steps. */
  first?: (tx: Db) => Promise<void>
  /** Ends the import after the current step. */
  signal?: AbortSignal
}

/** The result of an import that has not begun. */
export function nothingDone(): ImportResult {
  return { added: 0, changed: 0, joined: 0, removed: 0, faults: [] }
}

/** Adds what one step did to the result. */
export function addTo(result: ImportResult, part: ImportResult): void {
  result.added += part.added
  result.changed += part.changed
  result.joined += part.joined
  result.removed += part.removed
  result.faults.push(...part.faults)
}
