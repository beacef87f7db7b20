import { hash } from 'node:crypto'
import { type Audience, type CancelledEventsShown, type FeedSettings } from '../feeds/render-event.ts'
import { cancelledEventsOf } from '../publishers/publisher.ts'
import type { LiveAccount } from './account.ts'
import type { Member } from './member-store.ts'

/**
 * What an object shows besides its event, for each of the two kinds of events. Two objects of one revision and one look
 * are equal byte for byte.
 */
export interface Look {
  live: LookOfKind
  /** Undefined: cancelled events are not shown. */
  cancelled: LookOfKind | undefined
}

interface LookOfKind {
  /** A hash. */
  hash: string
  /** When it last changed (epoch ms); 0: never. */
  since: number
}

/** A version of an object. */
export interface Stamp {
  /** With its quotes (RFC 9110, 8.8.3). */
  etag: string
  /** Epoch ms. */
  modified: number
}

/** Raise it when a release renders events differently: applications then fetch them anew. A test compares the bytes. */
const RENDERING = 1

/** Returns the look of events in an account. */
export function lookOf(account: LiveAccount, settings: FeedSettings): Look {
  // The manage link of the device stands in each event.
  return lookFor(audienceOf(account), cancelledOf(account), settings, account.target.number)
}

/** Returns the look of events for an audience. `link`: the number of the link that stands in each event; null: none. */
export function lookFor(
  { reminders, remindersSince, language }: Audience,
  { mode, mark, since }: CancelledEventsShown,
  { publicUrl, uidHost }: FeedSettings,
  link: number | null,
): Look {
  const common = [RENDERING, publicUrl, uidHost, language, link]
  const live = { hash: shortHash([...common, reminders, remindersSince]), since: remindersSince }
  if (mode === 'remove') return { live, cancelled: undefined }
  return { live, cancelled: { hash: shortHash([...common, mode, mark, since]), since } }
}

/** Returns the version of an event's object. */
export function stampOf(
  { revision, cancelled, modified }: Pick<Member, 'revision' | 'cancelled' | 'modified'>,
  look: Look,
): Stamp {
  const { hash, since } = (cancelled && look.cancelled) || look.live
  return { etag: `"${revision.toString(36)}-${hash}"`, modified: Math.max(modified, since) }
}

/** Returns how events look for the person. */
export function audienceOf({ state, language }: LiveAccount): Audience {
  const reminders = state.reminders === null ? null : (JSON.parse(state.reminders) as string[])
  return { personal: true, language, reminders, remindersSince: state.reminders_at }
}

/** Returns how the publisher shows cancelled events. */
export function cancelledOf({ publisher }: LiveAccount): CancelledEventsShown {
  return cancelledEventsOf(publisher.settings)
}

function shortHash(values: unknown[]): string {
  return hash('sha1', JSON.stringify(values)).slice(0, 8)
}
