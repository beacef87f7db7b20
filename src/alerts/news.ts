import type { ChangeKind, EventChange, EventPicture } from '../events/event-change.ts'
import type { AlertTerms } from './alert.ts'

/** An event as it was or is. */
export interface Version {
  picture: EventPicture
  /** Epoch ms. */
  startAt: number
}

/**
 * The changes of an event in a calendar, the oldest first, and the event as it is now; null: the calendar does not
 * have it any more. `calendarIds`: the calendars that show it now.
 */
export interface EventHistory {
  changes: EventChange[]
  current: Version | null
  calendarIds: string[]
}

/** A person, as far as it matters who knows what. */
export interface Knowledge {
  /** When the person began to follow the calendar, in epoch ms. Earlier changes are none for them. */
  since: number
  /** The revisions up to which the active applications have fetched everything. */
  read: number[]
  /** The revision of which an earlier alert told; undefined: none told of this event. */
  told: number | undefined
}

const MINUTE_MS = 60_000

/** Returns an event as a calendar shows it that has fetched all changes up to a revision; null: not at all. */
function versionAt({ changes, current }: EventHistory, revision: number): Version | null {
  const next = changes.find((change) => change.revision > revision)
  if (!next) return current
  return next.before && { picture: next.before, startAt: next.startBefore }
}

type Thresholds = Pick<AlertTerms, 'kinds' | 'leastMove'>

/** Returns the kinds of differences between a known version and the current one that the terms tell of. */
export function newsBetween(terms: Thresholds, known: Version, current: Version | null): ChangeKind[] {
  if (!current) return terms.kinds.filter((kind) => kind === 'removed' && !known.picture.cancelled)
  const [before, after] = [known.picture, current.picture]
  // A person who knows that it is off does not care when it would have been.
  if (before.cancelled && after.cancelled) return []
  const moved = Math.abs(current.startAt - known.startAt) >= Math.max(1, terms.leastMove * MINUTE_MS)
  const differs: Partial<Record<ChangeKind, boolean>> = {
    moved: moved || !before.startTime !== !after.startTime,
    place: before.location !== after.location,
    calledOff: !before.cancelled && after.cancelled,
    onAgain: before.cancelled && !after.cancelled,
    title: before.name !== after.name,
  }
  return terms.kinds.filter((kind) => differs[kind])
}

/**
 * Returns the version that a person knows if it differs from the current one in a way that is told; undefined if there
 * is nothing to tell. A person knows what an outdated application shows, or what an alert said after that.
 */
export function outdatedVersion(
  terms: Thresholds,
  history: EventHistory,
  { since, read, told = 0 }: Knowledge,
): Version | undefined {
  const changes = history.changes.filter(({ at }) => at >= since)
  const last = changes.at(-1)?.revision ?? 0
  return read
    .filter((revision) => revision < last)
    .sort((a, b) => a - b)
    .map((revision) => versionAt({ ...history, changes }, Math.max(revision, told)))
    .filter((version) => version !== null)
    .find((version) => newsBetween(terms, version, history.current).length > 0)
}

/** Revisions from `from` up to, but without, `to`. */
export interface Revisions {
  from: number
  to: number
}

/** Returns the revisions at which a calendar shows an outdated version that the terms tell of, in their order. */
export function outdatedRevisions(terms: Thresholds, history: EventHistory): Revisions[] {
  return history.changes.flatMap(({ before, startBefore, revision }, i) => {
    if (!before) return []
    const news = newsBetween(terms, { picture: before, startAt: startBefore }, history.current)
    return news.length > 0 ? [{ from: history.changes[i - 1]?.revision ?? 0, to: revision }] : []
  })
}
