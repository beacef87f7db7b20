import type { Json, Ms } from './index.ts'

/** Addresses that are read again by themselves. Primary key: publisher_id, id. */
export interface SourceTable {
  publisher_id: number
  id: string // 24 hex characters
  calendar_id: string
  address: string // sealed
  options: Json // SourceOptions
  rules: Json // MergeRules
  every_minutes: number
  paused: number // 1: it is read only by hand
  created: Ms
  next_run_at: Ms | null // null: paused
  lease_until: Ms // until then one process reads it; 0: none does
  etag: string | null // of what was read last
  last_modified: string | null // Last-Modified, as the server spells it
  digest: string | null // of the events that were taken last
  last_run_at: Ms | null
  failures: number // in a row
  failing_since: Ms | null
  message: string | null // why the last run failed
  told: number // 1: owners got a mail that it fails
  waiting: Json | null // WaitingRun: a run that takes away too much waits for a yes
  waiting_ids: Json | null // the ids of the events that it takes away
  kept_digest: string | null // a user said no to taking away what this content lacks
}

/** The last runs of sources; runs in a row that came out the same are one row. Primary key: publisher_id, source_id, id. */
export interface SourceRunTable {
  publisher_id: number
  source_id: string
  id: string // 24 hex characters
  at: Ms // of the first of them
  until: Ms // of the last of them
  times: number
  outcome: 'changed' | 'same' | 'waits' | 'failed'
  counts: Json // RunCounts
  message: string // empty: none
}

/** What sources said last of their events and series. Primary key: publisher_id, source_id, reference. */
export interface SourceEventTable {
  publisher_id: number
  source_id: string
  reference: string
  said: Json // Said: digests by field
  asked: Json | null // Asked: fields about which a user decides
}
