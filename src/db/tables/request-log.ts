import type { Json, Ms } from './index.ts'

/**
 * Signed requests of the last days, with the reason of each refusal. SQLite has it in the file of request
 * counts. Primary key: publisher_id, id. Index of refused ones: publisher_id, id.
 */
export interface RequestLogTable {
  publisher_id: number
  id: string // begins with `at`, so that the order of ids is that of time
  at: Ms
  api_key: string
  method: string
  path: string // without the query, and without e-mails
  status: number
  reason: string // the statusLong of a refusal; empty: none
  errors: Json | null // field errors of a refusal
  duration_ms: number
  request_id: string
  url: string | null // path and query of a request whose signature was refused
  body_sha256: string | null // of its body, which is not kept
  body_bytes: number | null
}
