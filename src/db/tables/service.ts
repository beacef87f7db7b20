import type { Ms } from './index.ts'

/** Values of the installation, such as the key of its links. Primary key: name. */
export interface ServiceTable {
  name: string
  value: string
}

/** A response stored for an `Idempotency-Key`. Primary key: publisher_id, api_key, idempotency_key. */
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
 * A nonce of a signed request, which is valid once. Primary key: publisher_id, api_key, nonce. Index for
 * deletion: used_at.
 */
export interface UsedNonceTable {
  publisher_id: number
  api_key: string
  nonce: string
  used_at: Ms
}
