import type { Json, Ms } from './index.ts'

/**
 * The imports of late, to be run again: one row for each file name or address and calendar. Primary key:
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
  last_result: Json | null // SourceResult; null: it was broken off by a stop of the service
}
