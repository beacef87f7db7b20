import type { AppContext } from '../context.ts'
import { feedWindow } from '../feeds/window.ts'
import { pause } from '../pause.ts'
import type { DavAccount } from './account.ts'
import { isShown, type SyncedCollection } from './collection.ts'
import { type Stamp, stampOf } from './look.ts'
import {
  listCrossed,
  listMembersAfter,
  listRemovedAfter,
  type Member,
  type Position,
} from './member-store.ts'
import { currentState, START, type SyncState } from './sync-token.ts'

/** An object that changed since a state. */
export interface Change {
  id: string
  /** Its version; null: it is not in the collection any more. */
  stamp: Stamp | null
}

export interface Changes {
  changes: Change[]
  /** The state that a client has who knows them. */
  state: SyncState
  /** There are more changes after this state. */
  more: boolean
}

type SyncContext = Pick<AppContext, 'database'>

/** The id of the one object of a collection that says that the person left. */
export const ENDED_ID = 'ended'
/** Events read in one statement, between two pauses. */
const AT_ONCE = 1000
const DAY_MS = 86_400_000
const END: Position = { revision: Infinity, id: '' }

/**
 * Lists what changed in a collection since a state, in the order of the changes, at most `limit` of them. With no
 * state, all objects. A client that asks again with the new state misses nothing, whatever is written meanwhile:
 * docs/decisions/caldav.md has the reasons.
 */
export async function listChanges(
  ctx: SyncContext,
  account: Pick<DavAccount, 'publisher'>,
  collection: SyncedCollection,
  since: SyncState | undefined,
  limit: number,
): Promise<Changes> {
  const current = currentState(collection)
  const { calendarId } = collection
  const same = since?.view === current.view
  if (calendarId === undefined) {
    const changes = same ? [] : [{ id: ENDED_ID, stamp: endedStamp(collection) }]
    return { changes, state: current, more: false }
  }
  // Most polls find nothing new, and need not ask the database.
  if (same && since.day === current.day && compare(since.position, current.position) >= 0)
    return { changes: [], state: current, more: false }
  const moved = same ? await listMoved(ctx, account, collection, calendarId, since.day) : []
  // All are listed anew if there is no room for one change besides those that midnight made.
  const whole = !same || moved.length >= limit
  const found = new Map<string, Found>()
  for (const member of whole ? [] : moved) note(found, changeOf(member, collection), undefined)

  let at = whole ? START : since.position
  while (found.size <= limit) {
    const members = await listMembersAfter(ctx.database, account.publisher.id, calendarId, at, AT_ONCE)
    // No client knows a removed object before its first answer.
    const removedAfter = since && later(at, since.position)
    const removed = removedAfter
      ? await listRemovedAfter(ctx.database, account.publisher.id, calendarId, removedAfter, AT_ONCE)
      : []
    const end = [members, removed].reduce(
      (last, list) => (list.length < AT_ONCE ? last : earlier(last, list.at(-1)!)),
      END,
    )
    const steps = [
      ...members.map((member) => ({ position: member, change: changeOf(member, collection) })),
      ...removed.map((position) => ({ position, change: { id: position.id, stamp: null } })),
    ].filter(({ position }) => compare(position, end) <= 0)
    for (const { position, change } of steps.sort((a, b) => compare(a.position, b.position))) {
      if (change && (since || change.stamp !== null)) note(found, change, position)
      if (found.size > limit) break
    }
    if (end === END) break
    at = end
    await pause()
  }
  const kept = [...found.values()].slice(0, limit)
  const changes = kept.map(({ change }) => change)
  if (found.size <= limit) return { changes, state: current, more: false }
  return { changes, state: { ...current, position: kept.at(-1)!.position! }, more: true }
}

interface Found {
  change: Change
  /** Undefined: midnight changed it, and not a revision. */
  position: Position | undefined
}

/** Notes a change, in place of an earlier one of the same object. */
function note(found: Map<string, Found>, change: Change | undefined, position: Position | undefined): void {
  if (!change) return
  found.delete(change.id)
  found.set(change.id, { change, position: position && { revision: position.revision, id: position.id } })
}

/** Returns undefined for a draft: the history of changes has it if it was shown before. */
function changeOf(member: Member, collection: SyncedCollection): Change | undefined {
  if (member.draft) return undefined
  return { id: member.id, stamp: isShown(member, collection) ? stampOf(member, collection.look) : null }
}

/** Returns the version of the object that says that the person left. */
export function endedStamp({ version, look }: SyncedCollection): Stamp {
  return stampOf({ revision: version, cancelled: false, modified: 0 }, look)
}

/** Lists the events that the feed window has left behind or taken in since a day, without a change of their own. */
async function listMoved(
  ctx: SyncContext,
  { publisher }: Pick<DavAccount, 'publisher'>,
  { window }: SyncedCollection,
  calendarId: string,
  day: number,
): Promise<Member[]> {
  const before = feedWindow(publisher.settings, day * DAY_MS)
  if (before.today === window.today) return []
  const span = (a: number, b: number): [number, number] =>
    Number.isFinite(a) ? [Math.min(a, b), Math.max(a, b)] : [0, 0]
  return listCrossed(
    ctx.database,
    publisher.id,
    calendarId,
    span(before.from, window.from),
    span(before.to, window.to),
  )
}

function compare(a: Position, b: Position): number {
  return a.revision - b.revision || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function earlier(a: Position, b: Position): Position {
  return compare(a, b) <= 0 ? a : b
}

function later(a: Position, b: Position): Position {
  return compare(a, b) >= 0 ? a : b
}
