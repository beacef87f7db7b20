import type { Json, Ms } from './index.ts'

/**
 * Recent imports, to be run again: one row for each calendar with a file name or address. Primary key:
 * publisher_id, id.
 */
export interface ImportSourceTable {
  publisher_id: number
  id: string // 24 hex characters
  calendar_id: string
  kind: 'file' | 'address'
  name: string // of the file; or the address, sealed
  options: Json // SourceOptions
  last_run_at: Ms
  last_result: Json | null // SourceResult; null: running, or ended by a stop of the service
}
