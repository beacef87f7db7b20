import type { Json, Ms } from './index.ts'

/**
 * A partner's sub-account; `publisher_id` is the partner. The account itself is a publisher. Primary key:
 * publisher_id, account_id. Unique: publisher_id, reference.
 */
export interface SubAccountTable {
  publisher_id: number
  account_id: number
  reference: string // the partner's own key
  details: Json // AccountDetails
  created: Ms
}
