import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Links, LinkTarget } from '../links/links.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import type { History } from '../revisions/history.ts'
import type { CutFeeds } from './cut-feeds.ts'
import { createFeedCache, type Feed, type FeedCache, type FeedSource } from './feed-cache.ts'
import { createFeedStates, type FeedStates, type KnownState } from './feed-states.ts'
import { type PersonalFeed, personalFeeds } from './personal-feed.ts'
import { publicFeeds } from './public-feed.ts'
import type { FeedSettings } from './render-event.ts'
import { createRenderedCalendars, type RenderedCalendars } from './rendered-calendars.ts'

const PUBLISHERS_CACHED = 1000
/** The share of the cache for rendered calendars; the rest is for whole feeds. */
const CALENDARS_SHARE = 0.75

export interface FeedOptions {
  database: Database
  history: History
  links: Links
  publicUrl: string
  /** The host part of every UID; called once, when the first feed is written. */
  uidHost: () => Promise<string>
  cacheBytes: number
  /** Maximum octets of a feed. */
  limit: number
  /** Records the feeds that are too large to show all events. */
  cutFeeds: Pick<CutFeeds, 'record'>
  now: () => number
}

/** The parts that feeds of both kinds use. */
export interface FeedMaker extends FeedOptions {
  calendars: RenderedCalendars
  states: FeedStates
  settings(): Promise<FeedSettings>
  /** Returns the publisher at this revision of its settings, or a later one if it changed since. */
  publisherAt(id: number, settingsRevision: number): Promise<Publisher>
  /** The feed as of now; notes one that is too large to show everything. */
  open(source: FeedSource): Promise<Feed>
}

/** Makes feeds, without HTTP. */
export interface FeedEngine {
  /** The feed of a subscriber's link; undefined: there is no such publisher. */
  personal(target: LinkTarget): Promise<PersonalFeed | undefined>
  /** The feed of a public calendar; undefined: the publisher never had such a calendar. */
  publicCalendar(publisherId: number, calendarId: string): Promise<Feed | undefined>
  /** What a link's feed depends on, and the publisher of then or later; undefined: there is no such link. */
  state(target: LinkTarget): Promise<(KnownState & { publisher: Publisher }) | undefined>
  /** What the texts of all events have in common. */
  settings(): Promise<FeedSettings>
  /** The host part of every UID. */
  uidHost(): Promise<string>
  /** The size of the caches in octets and entries, and the hits and misses of whole feeds. */
  cacheSize(): { bytes: number; entries: number; hits: number; misses: number }
}

export function createFeedEngine(options: FeedOptions): FeedEngine {
  const cache = createFeedCache((1 - CALENDARS_SHARE) * options.cacheBytes)
  const maker = createMaker(options, cache)
  return {
    personal: personalFeeds(maker),
    publicCalendar: publicFeeds(maker),
    async state(target) {
      const known = await maker.states.read(target)
      if (!known) return undefined
      const publisher = await maker.publisherAt(target.publisherId, known.state.settings_revision)
      return { ...known, publisher }
    },
    settings: () => maker.settings(),
    uidHost: async () => (await maker.settings()).uidHost,
    cacheSize() {
      const [calendars, feeds] = [maker.calendars.cacheSize(), cache.cacheSize()]
      return { ...feeds, bytes: calendars.bytes + feeds.bytes, entries: calendars.entries + feeds.entries }
    },
  }
}

function createMaker(options: FeedOptions, cache: FeedCache): FeedMaker {
  const { database, history, links, publicUrl, cacheBytes, cutFeeds } = options
  const publishers = new LRUCache<number, Publisher>({ max: PUBLISHERS_CACHED })
  let uidHost: string | undefined
  const settings = async () => {
    uidHost ??= await options.uidHost()
    return { links, publicUrl, uidHost }
  }
  return {
    ...options,
    settings,
    states: createFeedStates(database, history),
    calendars: createRenderedCalendars(database, history, settings, CALENDARS_SHARE * cacheBytes),
    async publisherAt(id, settingsRevision) {
      const cached = publishers.get(id)
      if (cached?.settingsRevision === settingsRevision) return cached
      const publisher = await getPublisher(database.db, id)
      publishers.set(id, publisher)
      return publisher
    },
    async open(source) {
      const feed = await cache.open(inHistory(source, history.beganAt))
      if (source.of) cutFeeds.record(source.of.publisherId, source.of.kind, source.of.id, feed.extent)
      return feed
    },
  }
}

/** A feed as of a history that began at this time: no older one is sent again, and `Last-Modified` is not before it. */
function inHistory(source: FeedSource, beganAt: number): FeedSource {
  return {
    ...source,
    version: `${beganAt} ${source.version}`,
    async write() {
      const written = await source.write()
      return { ...written, changedAt: Math.max(written.changedAt, beganAt) }
    },
  }
}
