import type { TableOptions } from './import-file.ts'
import type { ImportOptions } from './plan-import.ts'

/** The origin of an import: an uploaded file or an address. */
export interface Source {
  kind: 'file' | 'address'
  /** The file's name, or the address, which may be a secret that opens a private calendar. */
  name: string
}

export type SourceOptions = ImportOptions & TableOptions

/** The result of an import's last run. */
export interface SourceResult {
  added: number
  changed: number
  /** Absent in results from before imports could join events. */
  joined?: number
  removed: number
  faults: number
  /** True if it was stopped before its end. */
  stopped: boolean
}

/** A stored import. */
export interface ImportSource extends Source {
  id: string
  publisherId: number
  calendarId: string
  options: SourceOptions
  /** Identifies the headings of its table; undefined for a calendar, or an import of a release before 0.2. */
  headings?: string | undefined
  /** Epoch ms. */
  lastRunAt: number
  /** Null while it runs, or if the process ended during the run. */
  lastResult: SourceResult | null
}

/** A source without its secret: only the host of an address. */
export function sourceLabel({ kind, name }: Source): string {
  return kind === 'file' || !URL.canParse(name) ? name : new URL(name).host
}
