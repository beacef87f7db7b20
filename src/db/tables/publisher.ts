import type { Json, Ms } from './index.ts'

/** One publisher. Primary key: publisher_id. */
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
 * A number that rises with each change that a publisher's feeds could show. Taking the next one locks the
 * row, so that changes of a publisher run one after the other, and versions never fall. Primary key:
 * publisher_id.
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
  once_only: 0 | 1 // each request must have a nonce
  scope: string // KeyScope
  addresses: Json // string[], allowed client addresses; empty: all
  expires_at: Ms | null
  last_used_at: Ms | null
  created: Ms
}

/**
 * Finds the publisher of a key in a request that does not name one. Rows are never changed; only that of a
 * user is deleted with the user, whose e-mail may later be used at another publisher. The only table whose
 * key does not begin with publisher_id, apart from `service`: Citus replicates both to every node (reference
 * tables). Primary key: kind, key.
 */
export interface DirectoryTable {
  kind: DirectoryKind
  key: string
  publisher_id: number
}

/** `email`: the address of a publisher's owner, in lower case. `publisher`: its id, so that all can be listed. */
export type DirectoryKind =
  'api-key' | 'calendar' | 'email' | 'feed-address' | 'image' | 'publisher' | 'widget' | 'user'
