import type { Ms } from './index.ts'

/**
 * A publisher's own client at a provider of calendars. Primary key: publisher_id, provider, client_id. At most one of a
 * provider is not retired.
 */
export interface ProviderCredentialsTable {
  publisher_id: number
  provider: 'google' | 'microsoft'
  client_id: string
  client_secret: string // sealed
  since: Ms // of the secret
  retired_at: Ms | null // replaced or removed: kept until the last consent made with it has ended
}

/**
 * A consent at a provider of calendars. Primary key: publisher_id, id. Indexes: publisher_id, subscriber_id; account of
 * those that have one.
 */
export interface PushGrantTable {
  publisher_id: number
  id: string // 24 hex characters
  provider: 'google' | 'microsoft'
  client_id: string | null // of the publisher's own client that it was made with; null: the installation's
  kind: 'mirror' | 'person'
  subscriber_id: string | null // of a person
  link_number: number | null // of a person: the link whose manage link stands in the events, and that ends the grant
  tokens: string // sealed: GrantTokens
  scope: string // as granted, with spaces between
  account: string | null // a keyed hash of the account's name or id at the provider, equal for one client only; null: unknown yet
  ending: number // 1: it is revoked with its last target
  created: Ms
  consented_at: Ms // of the last consent
  disconnected_at: Ms | null // since then the provider takes the tokens no more
  last_ok_at: Ms | null // when the provider last gave an access token
}

/**
 * A calendar at a provider that is kept equal to one of ours. Primary key: publisher_id, id. Indexes: publisher_id,
 * grant_id; publisher_id, subscriber_id; publisher_id, kind, next_at of those that have one.
 */
export interface PushTargetTable {
  publisher_id: number
  id: string // 24 hex characters
  grant_id: string
  kind: 'mirror' | 'person'
  calendar_id: string | null // of a mirror
  subscriber_id: string | null // of a person, as in the grant
  link_number: number | null // as in the grant
  remote_calendar_id: string | null // null: not made yet
  open: number // 1: everybody may read it; of a mirror
  state: 'linking' | 'active' | 'disconnected' | 'removed' | 'ending'
  synced_revision: number | null // it has all changes of the publisher up to this one; null: compare the whole
  synced_day: number // of the feed window: days since 1970, UTC
  synced_view: string // a hash of all that decides which events it has and how they look, besides the events
  next_at: Ms | null // of the next turn; null: none
  lease_until: Ms // until then one process works on it; 0: none does
  failures: number // in a row
  last_error: string | null // of the last turn
  last_ok_at: Ms | null // the last turn that ended well
  last_write_at: Ms | null // the last one that wrote something
  created: Ms
}

/**
 * An event in a target of a provider that gives its own ids. Primary key: publisher_id, target_id, event_id. The row is
 * there before the event is sent.
 */
export interface PushItemTable {
  publisher_id: number
  target_id: string
  event_id: string
  transaction_id: string // sent with the event: a repeated request makes no second one
  remote_id: string | null // null: no answer said that the event was made
  stamp: string // of the version that was written last; empty: unknown
}

/** The revision up to which a publisher's changes were looked at for targets. Primary key: publisher_id. */
export interface PushTargetFollowerTable {
  publisher_id: number
  revision: number
  revision_at: Ms // the time of that revision, or an earlier one
}
