import { isShown, type SyncedCollection } from '../dav/collection.ts'
import { listMembersAfter } from '../dav/member-store.ts'
import { listChanges } from '../dav/sync.ts'
import { LAST_ID, START, type SyncState } from '../dav/sync-token.ts'
import { pause } from '../pause.ts'
import type { Access, Provider } from './provider.ts'
import type { SyncedState } from './target.ts'
import { readShown, stampIn, type View, type ViewContext } from './view.ts'

/** An event to write or to delete: the turn decides which, by what it is then. */
export interface Step {
  id: string
  /** The provider has it; undefined: unknown. */
  there: boolean | undefined
}

/** Events read in one statement, between two pauses. */
const AT_ONCE = 500
const ALL = 10_000

/** Lists the events that may differ since a state, in the order in which they are written. */
export async function planChanges(ctx: ViewContext, view: View, synced: SyncedState): Promise<Step[]> {
  const ids = new Set<string>()
  for (const collection of view.collections) {
    const since = { ...synced, position: { revision: synced.revision, id: LAST_ID }, view: collection.view }
    for (let state: SyncState | undefined = since; state; await pause()) {
      const found = await listChanges(ctx, view, collection, state, ALL)
      for (const { id } of found.changes) ids.add(id)
      state = found.more ? found.state : undefined
    }
  }
  const steps = [...ids].map((id) => ({ id, there: undefined }))
  return steps.length > 1 ? inOrder(steps, await readTimes(ctx, view, [...ids]), ctx.now()) : steps
}

/** Compares all events that a view shows with all that the provider has. */
export async function planWhole(
  ctx: ViewContext,
  view: View,
  provider: Provider,
  access: Access,
  remoteId: string,
): Promise<Step[]> {
  const there = await provider.listEvents(access, remoteId)
  const wanted = new Map<string, Times & { stamp: string }>()
  for (const collection of view.collections) await addWanted(ctx, view, collection, wanted)
  const differ = [...wanted].filter(([id, { stamp }]) => there.get(id) !== stamp)
  const extra = [...there].filter(([id, stamp]) => stamp !== null && !wanted.has(id))
  const steps = [...differ, ...extra].map(([id]) => ({ id, there: there.has(id) }))
  return inOrder(steps, wanted, ctx.now())
}

interface Times {
  startAt: number
  endAt: number
}

async function addWanted(
  ctx: ViewContext,
  { publisher }: View,
  collection: SyncedCollection,
  wanted: Map<string, Times & { stamp: string }>,
): Promise<void> {
  const { calendarId } = collection
  if (calendarId === undefined) return
  for (let at = START; ; await pause()) {
    const members = await listMembersAfter(ctx.database, publisher.id, calendarId, at, AT_ONCE)
    for (const member of members.filter((one) => isShown(one, collection))) {
      const { startAt, endAt } = member
      wanted.set(member.id, { startAt, endAt, stamp: stampIn(member, collection) })
    }
    if (members.length < AT_ONCE) return
    at = members.at(-1)!
  }
}

async function readTimes(ctx: ViewContext, view: View, ids: string[]): Promise<Map<string, Times>> {
  const times = new Map<string, Times>()
  for (let from = 0; from < ids.length; from += AT_ONCE, await pause())
    for (const [id, { startAt, endAt }] of await readShown(ctx, view, ids.slice(from, from + AT_ONCE)))
      times.set(id, { startAt, endAt })
  return times
}

/** What was removed comes first: somebody might go there. Then what starts soonest, then the past, newest first. */
function inOrder(steps: Step[], times: Map<string, Times>, now: number): Step[] {
  const rank = ({ id }: Step): [number, number] => {
    const time = times.get(id)
    if (!time) return [0, 0]
    return time.endAt >= now ? [1, time.startAt] : [2, -time.startAt]
  }
  const ranked = steps.map((step) => ({ step, rank: rank(step) }))
  return ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]).map(({ step }) => step)
}
