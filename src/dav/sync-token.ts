import type { Collection, SyncedCollection } from './collection.ts'
import type { Position } from './member-store.ts'

/** The state of a collection that a client has. */
export interface SyncState {
  /** The client has all changes up to it. */
  position: Position
  /** The day of the feed window: days since 1970, UTC. */
  day: number
  /** See `Collection.view`. */
  view: string
}

/** Sorts after every id: the position is after all changes of its revision. */
export const LAST_ID = 'z'
/** Before all changes. */
export const START: Position = { revision: -1, id: '' }

const DAY_MS = 86_400_000
/** Removed events are remembered for 400 days (`events/event-change-store.ts`). */
const KEPT_DAYS = 390
const TOKEN =
  /\/dav\/sync\/(\d{1,10})-(\d{1,16})(?:\.([0-9a-f]{24}))?-(\d{1,6})-([0-9a-f]{12})-([0-9a-f]{12})$/

/** Writes a sync token (RFC 6578, 4), which names the state of one collection. */
export function writeToken(
  publicUrl: string,
  publisherId: number,
  { scope }: Pick<Collection, 'scope'>,
  { position: { revision, id }, day, view }: SyncState,
): string {
  const place = id === LAST_ID ? revision : `${revision}.${id}`
  return `${publicUrl}/dav/sync/${publisherId}-${place}-${day}-${scope}-${view}`
}

/** Returns the token of a collection as it is. It stays the same until something in the collection changes. */
export function currentToken(publicUrl: string, publisherId: number, collection: Collection): string {
  return writeToken(publicUrl, publisherId, collection, currentState(collection))
}

/** Returns the state of a collection as it is. */
export function currentState({ version, window, view }: SyncedCollection): SyncState {
  return { position: { revision: version, id: LAST_ID }, day: window.today / DAY_MS, view }
}

/**
 * Reads a token that was given for this collection. Undefined for any other, for one that is so old that we forgot
 * what was removed since, and for one from before the database went back to an earlier state.
 */
export function readToken(token: string, publisherId: number, collection: Collection): SyncState | undefined {
  const [, publisher, number, id = LAST_ID, dayText, scope, view] = TOKEN.exec(token) ?? []
  if (Number(publisher) !== publisherId || scope !== collection.scope || view === undefined) return undefined
  const [revision, day] = [Number(number), Number(dayText)]
  const today = currentState(collection).day
  if (day < today - KEPT_DAYS || day > today + 1) return undefined
  // A revision that was not taken yet is none of ours.
  if (revision > collection.version) return undefined
  return { position: { revision, id }, day, view }
}
