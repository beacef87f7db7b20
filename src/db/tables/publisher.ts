import type { Generated } from 'kysely'
import type { Json, Ms } from './index.ts'

/** One tenant. Primary key: publisher_id. */
export interface PublisherTable {
  publisher_id: number
  parent_id: number | null // the partner whose sub-account this is
  partner: 0 | 1
  email: string
  first_name: string
  last_name: string
  company: string
  timezone: string
  settings: Json // PublisherSettings
  settings_revision: number // the revision of the last change that feeds show
  feeds_changed_at: Ms // when that was, or a calendar was deleted
  created: Ms
}

/**
 * A number that rises with each change a publisher's feeds could show. Taking the next one locks the row, so
 * changes of one publisher come one after the other, and versions never fall. Primary key: publisher_id.
 */
export interface PublisherRevisionTable {
  publisher_id: number
  revision: number
  changed_at: Ms // never falls, also when the clock is set back
}

/** Primary key: publisher_id, key. */
export interface ApiKeyTable {
  publisher_id: number
  key: string
  secret: string // sealed
  name: string
  active: 0 | 1
  sha256_only: 0 | 1 // MD5 signatures are refused
  once_only: Generated<0 | 1> // each request has to have a nonce
  scope: Generated<string> // KeyScope
  addresses: Generated<Json> // string[], from where it is good; empty: from everywhere
  expires_at: Ms | null
  last_used_at: Ms | null
  created: Ms
}

/**
 * Whose is it? Finds the publisher of what arrives without one. Rows are written once and never change; only
 * that of a user goes with the person, whose e-mail may then come to another publisher. The only table that
 * publisher_id does not lead: Citus keeps it whole on every node (a reference table), together with `service`.
 * Primary key: kind, key.
 */
export interface DirectoryTable {
  kind: DirectoryKind
  key: string
  publisher_id: number
}

/** An e-mail is that of a publisher's owner, in lower case. */
export type DirectoryKind = 'api-key' | 'calendar' | 'email' | 'feed-address' | 'image' | 'widget' | 'user'
