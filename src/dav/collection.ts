import { hash } from 'node:crypto'
import type { PublicCalendar } from '../catalog/public-calendars.ts'
import { paletteOf } from '../colors.ts'
import type { AppContext } from '../context.ts'
import type { SubscriberState } from '../feeds/feed-states.ts'
import { versionsOf } from '../feeds/personal-feed.ts'
import { type FeedSettings, PUBLIC_AUDIENCE } from '../feeds/render-event.ts'
import { dayOf, feedWindow, type Window } from '../feeds/window.ts'
import { cancelledEventsOf, type Publisher } from '../publishers/publisher.ts'
import { LANGUAGES } from '../words/index.ts'
import type { DavAccount, LiveAccount } from './account.ts'
import { type Look, lookFor, lookOf } from './look.ts'
import type { Member } from './member-store.ts'

/** The parts of a collection that decide what changed in it. */
export interface SyncedCollection {
  /** The id of the calendar whose events it has; undefined: it has the one event that the person left. */
  calendarId: string | undefined
  /** The publisher's revision of the last change of anything in it. */
  version: number
  /** The calendars before it. An event that one of them has is shown there, and not here. */
  earlier: Set<string>
  look: Look
  /** The feed window as of now. */
  window: Window
  /** A hash of all that decides, besides the events themselves and the day, which ones it has and how they look. */
  view: string
}

/** A calendar of an account, at one version. */
export interface Collection extends SyncedCollection {
  /** The last part of its path: the id of a public calendar, `private`, or `ended`. */
  name: string
  title: string
  description: string
  /** `#rrggbb` */
  color: string
  /** From 0. */
  order: number
  /** See `History.beganAt`. */
  beganAt: number
  /** A hash that tells it from all collections with other events, of all accounts. */
  scope: string
}

/** The parts of the paths of collections that are not a calendar's id. */
export const PRIVATE = 'private'
const ENDED = 'ended'

/**
 * The collections of accounts, for as long as their state is cached: until something of the publisher changes. Without
 * it each poll of somebody with 20 calendars would make 20 hashes.
 */
const lists = new WeakMap<SubscriberState, { today: number; collections: Collection[] }>()

type CollectionContext = Pick<AppContext, 'links' | 'feeds' | 'publicCalendars' | 'history' | 'now'>

/**
 * Lists the collections of an account: the calendars that are followed, in the order in which they were created, then
 * the private one if it has events. Of a person who left, the one that says so.
 */
export async function listCollections(ctx: CollectionContext, account: DavAccount): Promise<Collection[]> {
  if (account.ended) return [endedCollection(ctx, account, account.ended.at, ENDED)]
  const { state } = account
  const today = dayOf(ctx.now())
  const cached = lists.get(state)
  if (cached?.today === today) return cached.collections
  const collections = await liveCollections(ctx, account)
  lists.set(state, { today, collections })
  return collections
}

/**
 * Finds a collection by the last part of its path. Of a person who left, each collection says so: some applications
 * know the addresses of the calendars that they were set up with, and never look for others.
 */
export async function findCollection(
  ctx: CollectionContext,
  account: DavAccount,
  name: string,
): Promise<Collection | undefined> {
  if (account.ended) return endedCollection(ctx, account, account.ended.at, name)
  return (await listCollections(ctx, account)).find((collection) => collection.name === name)
}

/**
 * Returns a hash of the name and the colour of a collection. The private one has a name of ours, which changes only with
 * the language of the person.
 */
export function propertiesOf({ name, title, color }: Pick<Collection, 'name' | 'title' | 'color'>): string {
  return hashOf([name === PRIVATE ? '' : title, color])
}

/** Returns `propertiesOf` for each collection that accounts at a publisher can have, by its name. */
export function propertiesByName(publisher: Publisher, offered: PublicCalendar[]): Map<string, string> {
  const palette = colorsOf(publisher)
  const own = { name: PRIVATE, title: '', color: palette(offered.length) }
  const collections = offered.map(({ id, name }, i) => ({ name: id, title: name, color: palette(i) }))
  return new Map([...collections, own].map((collection) => [collection.name, propertiesOf(collection)]))
}

/** True for an event that the collection shows. */
export function isShown(
  { draft, cancelled, startAt, endAt, calendarIds }: Member,
  { look, window, earlier }: SyncedCollection,
): boolean {
  if (draft || (cancelled && look.cancelled === undefined)) return false
  return endAt >= window.from && startAt < window.to && !calendarIds.some((id) => earlier.has(id))
}

async function liveCollections(ctx: CollectionContext, account: LiveAccount): Promise<Collection[]> {
  const { state, publisher, language } = account
  const { settings } = publisher
  const look = lookOf(account, await ctx.feeds.settings())
  const window = feedWindow(settings, ctx.now())
  const offered = await ctx.publicCalendars.list(publisher.id)
  const palette = colorsOf(publisher)
  const versions = new Map(
    versionsOf(state.calendars).map(({ calendarId, version }) => [calendarId, Number(version)]),
  )
  const common = { look, window, beganAt: ctx.history.beganAt }
  const collections: Collection[] = []
  for (const [i, { id, name, note }] of offered.entries()) {
    const version = versions.get(id)
    if (version === undefined) continue
    const texts = { title: name, description: note, color: palette(i), order: collections.length }
    collections.push(
      complete(account, { ...common, ...texts, name: id, calendarId: id, version }, collections),
    )
  }
  const { private_calendar_id: calendarId, private_revision, revision } = state
  if (private_revision === null) return collections
  const own = {
    ...{ ...common, name: PRIVATE, calendarId, version: Math.max(private_revision, revision) },
    ...{ title: LANGUAGES[language].dav.privateTitle, description: publisher.company },
    ...{ color: palette(offered.length), order: collections.length },
  }
  return [...collections, complete(account, own, collections)]
}

function colorsOf({ settings }: Publisher): (position: number) => string {
  return paletteOf(settings.displayPrimaryColor, settings.displaySecondaryColor)
}

function endedCollection(
  { history: { beganAt } }: CollectionContext,
  account: DavAccount,
  at: number,
  name: string,
): Collection {
  const { publisher } = account
  const texts = { title: publisher.company, description: '', order: 0 }
  const color = colorsOf(publisher)(0)
  const look = { live: { hash: hashOf([publisher.company, at]), since: at }, cancelled: undefined }
  // One event that never changes: any revision does.
  const version = 1
  const window = { from: -Infinity, to: Infinity, today: dayOf(at) }
  const collection = { ...texts, color, look, version, beganAt, window, name, calendarId: undefined }
  return complete(account, collection, [])
}

function complete(
  { id, publisher }: DavAccount,
  collection: Omit<Collection, 'earlier' | 'view' | 'scope'>,
  before: Collection[],
): Collection {
  const { look, name, calendarId, beganAt } = collection
  const earlier = before.map((other) => other.name)
  return {
    ...collection,
    earlier: new Set(earlier),
    view: viewHash(publisher, look, earlier),
    // A token from before the person left is refused, so that applications drop what they have; and one from before the
    // database went back, since nothing is known of the changes that are gone.
    scope: hashOf([id, calendarId === undefined ? ENDED : name, beganAt]),
  }
}

/** Returns the collection of a public calendar by itself, as everybody sees it. */
export function publicCollection(
  publisher: Publisher,
  { id, version }: { id: string; version: number },
  settings: FeedSettings,
  now: number,
): SyncedCollection {
  const look = lookFor(PUBLIC_AUDIENCE, cancelledEventsOf(publisher.settings), settings, null)
  const window = feedWindow(publisher.settings, now)
  return { calendarId: id, version, earlier: new Set(), look, window, view: viewHash(publisher, look, []) }
}

function viewHash({ settings }: Publisher, look: Look, earlier: string[]): string {
  return hashOf([look, settings.feedPastDays ?? null, settings.feedFutureDays ?? null, earlier])
}

/** A hash of a few values, long enough that no two sets of one account are equal by chance. */
export function hashOf(values: unknown[]): string {
  return hash('sha1', JSON.stringify(values)).slice(0, 12)
}
