import type { Json, Ms } from './index.ts'

/** A user of the admin portal. Primary key: publisher_id, id. Unique: publisher_id, email_key. */
export interface UserTable {
  publisher_id: number
  id: string
  email: string
  email_key: string // its key in the directory: a user has one publisher
  name: string
  role: string // Role
  password_hash: string | null // PHC string; null: signs in by mailed links
  totp_secret: string | null // base32, sealed
  totp_confirmed: 0 | 1 // only then a code is required
  totp_step: number // the time step of the last accepted code: each is valid once
  backup_codes: Json // SHA-256 of the unused ones
  language: string
  disabled: 0 | 1
  created: Ms
  last_sign_in: Ms | null
}

/** A signed-in browser. Primary key: publisher_id, token_hash. Deleted with its user. */
export interface SessionTable {
  publisher_id: number
  token_hash: string // SHA-256 of the token, which only the browser has
  user_id: string
  created: Ms
  last_seen: Ms // to the minute
  expires: Ms
  user_agent: string // `Firefox on Linux`
}

/**
 * A one-time token in a mail, or in the log of a first start. Primary key: publisher_id, token_hash. Deleted
 * with its user. A set-up link belongs to publisher 0 and has no user.
 */
export interface SignInLinkTable {
  publisher_id: number
  token_hash: string
  purpose: 'set-up' | 'invitation' | 'sign-in' | 'reset'
  user_id: string | null
  expires: Ms
}

/**
 * The audit log of three years. Primary key: publisher_id, id. Indexes: publisher_id and at; the same after
 * actor_id, action, and subject_kind with subject_id.
 */
export interface AuditLogTable {
  publisher_id: number
  id: string
  at: Ms
  actor_kind: 'user' | 'api-key' | 'system'
  actor_id: string
  actor_name: string // at that time
  actor_publisher_id: number // a partner's own id, when its user acts within a sub-account
  action: string // `widget.change`
  subject_kind: string
  subject_id: string
  before: Json | null // the fields that changed, without secrets
  after: Json | null
  request_id: string
}
