import type { TableOptions } from './import-file.ts'
import type { ImportOptions } from './plan-import.ts'

/** Where an import comes from: a file somebody chose, or an address. */
export interface Source {
  kind: 'file' | 'address'
  /** Of the file, or the address itself, which may open a private calendar to whoever knows it. */
  name: string
}

export type SourceOptions = ImportOptions & TableOptions

/** What the last run of an import did. */
export interface SourceResult {
  added: number
  changed: number
  removed: number
  faults: number
  /** Somebody ended it before all was done. */
  stopped: boolean
}

/** An import that was run, as it is remembered. */
export interface ImportSource extends Source {
  id: string
  publisherId: number
  calendarId: string
  options: SourceOptions
  /** Epoch milliseconds. */
  lastRunAt: number
  /** Null: it began, and how it ended is not known. */
  lastResult: SourceResult | null
}

/** A source as others may see it: of an address only where it leads. */
export function sourceLabel({ kind, name }: Source): string {
  return kind === 'file' || !URL.canParse(name) ? name : new URL(name).host
}
