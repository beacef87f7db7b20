import type { SyncState } from '../dav/sync-token.ts'
import type { TargetKind } from './grant.ts'

/** A calendar at a provider that is kept equal to one of ours. Times are epoch ms. */
export interface Target {
  publisherId: number
  id: string
  grantId: string
  kind: TargetKind
  /** The public calendar of a mirror. */
  calendarId: string | null
  /** The link of a person. */
  link: { subscriberId: string; number: number } | null
  /** Null: not made yet. */
  remoteCalendarId: string | null
  /** Everybody may read it. */
  open: boolean
  state: TargetState
  /** What it has; null: compare the whole. */
  synced: SyncedState | null
  failures: number
  lastError: string | null
  lastOkAt: number | null
  lastWriteAt: number | null
  created: number
}

/** The state of a target after a turn: the revision of the publisher, the day of the feed window, and the look. */
export type SyncedState = { revision: number } & Pick<SyncState, 'day' | 'view'>

/**
 * `linking`: its calendar is not made yet, or has to be found again after another consent. `removed`: somebody deleted
 * the calendar at the provider. `ending`: the calendar is deleted, and the grant revoked with its last target.
 */
export type TargetState = 'linking' | 'active' | 'disconnected' | 'removed' | 'ending'

/** A target that one process works on. */
export interface ClaimedTarget extends Target {
  /** By it the claim is found again. */
  leaseUntil: number
}
