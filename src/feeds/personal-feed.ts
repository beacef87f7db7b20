import type { Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { findErased } from '../subscribers/erased-store.ts'
import type { FeedHead } from './assemble.ts'
import type { FeedPieces } from './body-cache.ts'
import { type Part, viewOf } from './chunk-store.ts'
import { type Feed, hashOf, joinParts, stubPieces, versionOf } from './feed.ts'
import type { Moment } from './feed-engine.ts'
import { type FeedState, lastChange } from './feed-state.ts'
import { createFeedStates } from './feed-states.ts'
import type { FeedWorkshop } from './feed-workshop.ts'
import type { LinkTarget } from './links.ts'
import { manageUrl } from './render-event.ts'
import { emptyFeed, endedFeed } from './stubs.ts'
import { feedWindow, type Window } from './window.ts'

/** Makes feeds of subscribers. */
export function personalFeeds(workshop: FeedWorkshop) {
  const { database, publicUrl, now } = workshop
  const states = createFeedStates(database)
  const known = new WeakMap<FeedState, { since: number; generation: number; feed: Feed }>()

  /** The feed a subscriber's link opens, which of an erased one says that it has ended; undefined: nobody's. */
  return async (target: LinkTarget, moment?: Moment): Promise<Feed | undefined> => {
    const { publisherId, id, number: generation } = target
    const state = await states.read(publisherId, id, moment)
    if (!state) return erasedFeed(workshop, target)
    const publisher = await workshop.publisherAt(publisherId, state.settings_revision)
    const window = feedWindow(publisher.settings, now())
    const last = known.get(state)
    if (last?.since === window.since && last.generation === generation) return last.feed
    const version = versionOf(publicUrl, generation, window, state)
    let makePieces: MakePieces | undefined
    const pieces = () => (makePieces ??= piecesOf(workshop, target, state, publisher, window))()
    const copy = { key: keyOf(target), version }
    const feed = {
      version,
      changedAt: Math.max(lastChange(state), endOf(state, generation) === undefined ? window.since : 0),
      name: publisher.company,
      body: (gzip: boolean) => workshop.bodies.get(copy, gzip, pieces),
    }
    known.set(state, { since: window.since, generation, feed })
    return feed
  }
}

type MakePieces = () => Promise<FeedPieces>

/** What makes the pieces of a feed; what this takes to find out is spared the feed's next reads. */
function piecesOf(
  workshop: FeedWorkshop,
  target: LinkTarget,
  state: FeedState,
  publisher: Publisher,
  window: Window,
): MakePieces {
  const { links, publicUrl } = workshop
  const head = headOf(publisher)
  const uid = async (what: string) => {
    const { uidHost } = await workshop.settings()
    return `${state.private_calendar_id}-${what}@${uidHost}`
  }
  const endedAt = endOf(state, target.number)
  if (endedAt !== undefined) {
    return async () => stubPieces(endedFeed({ head, uid: await uid(`ended-${target.number}`), at: endedAt }))
  }
  const reminders = state.reminders === null ? null : (JSON.parse(state.reminders) as string[])
  const view = viewOf(publisher, { personal: true, reminders }, window)
  const token = links.token('manage', target)
  const stub = async () =>
    emptyFeed({ head, uid: await uid('empty'), at: state.created }, manageUrl(publicUrl, token))
  return () => joinParts(workshop, head, view, calendarsOf(state), token, stub)
}

async function erasedFeed(workshop: FeedWorkshop, target: LinkTarget): Promise<Feed | undefined> {
  const { database, bodies } = workshop
  const { publisherId, id, number: generation } = target
  const erased = await findErased(database.db, publisherId, id)
  if (!erased) return undefined
  const head = headOf(await getPublisher(database.db, publisherId))
  const { uidHost } = await workshop.settings()
  const uid = `${erased.privateCalendarId}-ended-${generation}@${uidHost}`
  const bytes = endedFeed({ head, uid, at: erased.endedAt })
  const version = hashOf(bytes)
  const pieces = () => Promise.resolve(stubPieces(bytes))
  const copy = { key: keyOf(target), version }
  const body = (gzip: boolean) => bodies.get(copy, gzip, pieces)
  return { version, changedAt: erased.erasedAt, name: head.name, body }
}

/** The same for all versions of a feed. */
function keyOf({ publisherId, id, number }: LinkTarget): string {
  return `${publisherId}:${id}:${number}`
}

function headOf({ company, timezone }: Publisher): FeedHead {
  return { name: company, timezone }
}

/** When the feed of this generation of links ended (epoch ms); undefined while it lives. */
function endOf(state: FeedState, generation: number): number | undefined {
  const rotations = JSON.parse(state.rotations) as number[]
  return rotations[generation] ?? (state.active ? undefined : (state.ended_at ?? lastChange(state)))
}

/** The calendars a subscriber's feed is made of, its private one last, each with its version. */
function calendarsOf(state: FeedState): Part[] {
  const calendars = (state.calendars ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => ({ calendarId: part.slice(0, 24), version: part.slice(25) }))
  if (state.private_revision === null) return calendars
  const version = `${state.revision}.${state.private_revision}`
  return [...calendars, { calendarId: state.private_calendar_id, version }]
}
