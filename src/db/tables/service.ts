import type { Ms } from './index.ts'

/** What the installation remembers of itself, such as the key of its links. Primary key: name. */
export interface ServiceTable {
  name: string
  value: string
}

/** An answer kept for an `Idempotency-Key`. Primary key: publisher_id, api_key, idempotency_key. */
export interface BatchAnswerTable {
  publisher_id: number
  api_key: string
  idempotency_key: string
  body_hash: string
  answer: string
  created: Ms
}

/** Requests counted since `opened_at`. Primary key: publisher_id, name. */
export interface RequestWindowTable {
  publisher_id: number
  name: string
  opened_at: Ms
  requests: number
}

/**
 * A nonce a signed request had, which is good once. Primary key: publisher_id, api_key, nonce. Index: used_at, by
 * which they are forgotten.
 */
export interface UsedNonceTable {
  publisher_id: number
  api_key: string
  nonce: string
  used_at: Ms
}
