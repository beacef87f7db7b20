import { hash } from 'node:crypto'
import { type Audience, type CancelledEventsShown, type FeedSettings } from '../feeds/render-event.ts'
import { cancelledEventsOf } from '../publishers/publisher.ts'
import type { LiveAccount } from './account.ts'
import type { Member } from './member-store.ts'

/**
 * What an object shows besides its event, as a hash for each of the two kinds of events. Two objects of one revision
 * and one look are equal byte for byte.
 */
export interface Look {
  live: string
  /** Undefined: cancelled events are not shown. */
  cancelled: string | undefined
}

/** Raise it when a release renders events differently: applications then fetch them anew. A test compares the bytes. */
const RENDERING = 1

/** Returns the look of events in an account. */
export function lookOf(account: LiveAccount, { publicUrl, uidHost }: FeedSettings): Look {
  const { reminders, remindersSince, language } = audienceOf(account)
  const { mode, mark, since } = cancelledEventsOf(account.publisher.settings)
  // The manage link of the device stands in each event.
  const common = [RENDERING, publicUrl, uidHost, language, account.target.number]
  return {
    live: shortHash([...common, reminders, remindersSince]),
    cancelled: mode === 'remove' ? undefined : shortHash([...common, mode, mark, since]),
  }
}

/** Returns the ETag of an event's object (RFC 9110, 8.8.3), with its quotes. */
export function etagOf({ revision, cancelled }: Pick<Member, 'revision' | 'cancelled'>, look: Look): string {
  return `"${revision.toString(36)}-${(cancelled && look.cancelled) || look.live}"`
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
