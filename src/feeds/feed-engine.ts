import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import type { CutFeeds } from './cut-feeds.ts'
import { createFeedCache, type Feed } from './feed-cache.ts'
import type { Links, LinkTarget } from './links.ts'
import { personalFeeds } from './personal-feed.ts'
import { publicFeeds } from './public-feed.ts'
import type { FeedSettings } from './render-event.ts'
import { createRenderedCalendars, type RenderedCalendars } from './rendered-calendars.ts'

const PUBLISHERS_CACHED = 1000
/** The part of the cache that holds rendered calendars; the rest holds whole feeds. */
const CALENDARS_SHARE = 0.75

export interface FeedOptions {
  database: Database
  links: Links
  publicUrl: string
  /** Right of the `@` in every UID; asked for once, when the first feed is written. */
  uidHost: () => Promise<string>
  cacheBytes: number
  /** Octets of one feed at most. */
  limit: number
  /** Hears of feeds that are too large to show everything. */
  cutFeeds: Pick<CutFeeds, 'note'>
  now: () => number
}

/** The parts that feeds of all kinds share. */
export interface FeedMaker extends FeedOptions {
  calendars: RenderedCalendars
  settings(): Promise<FeedSettings>
  /** The publisher as of this revision of its settings, or a later one. */
  publisherAt(id: number, settingsRevision: number): Promise<Publisher>
}

/** Makes feeds; knows nothing of HTTP. */
export interface FeedEngine {
  /** The feed of a subscriber's link; undefined: the publisher never had such a subscriber. */
  personal(target: LinkTarget): Promise<Feed | undefined>
  /** The feed of a public calendar; undefined: the publisher never had such a calendar. */
  publicCalendar(publisherId: number, calendarId: string): Promise<Feed | undefined>
  /** The size of the caches in octets and entries, and how often a whole feed was in memory. */
  figures(): { bytes: number; entries: number; hits: number; misses: number }
}

export function createFeedEngine(options: FeedOptions): FeedEngine {
  const { cacheBytes, cutFeeds } = options
  const maker = createMaker(options)
  const cache = createFeedCache((1 - CALENDARS_SHARE) * cacheBytes)
  const findPersonal = personalFeeds(maker)
  const findPublic = publicFeeds(maker)
  return {
    async personal(target) {
      const source = await findPersonal(target)
      const feed = source && (await cache.open(source))
      if (feed) cutFeeds.note(target.publisherId, 'subscriber', target.id, feed.reach)
      return feed
    },
    async publicCalendar(publisherId, calendarId) {
      const source = await findPublic(publisherId, calendarId)
      const feed = source && (await cache.open(source))
      if (feed) cutFeeds.note(publisherId, 'calendar', calendarId, feed.reach)
      return feed
    },
    figures() {
      const [calendars, feeds] = [maker.calendars.figures(), cache.figures()]
      return { ...feeds, bytes: calendars.bytes + feeds.bytes, entries: calendars.entries + feeds.entries }
    },
  }
}

function createMaker(options: FeedOptions): FeedMaker {
  const { database, links, publicUrl, cacheBytes } = options
  const publishers = new LRUCache<number, Publisher>({ max: PUBLISHERS_CACHED })
  let uidHost: string | undefined
  const settings = async () => {
    uidHost ??= await options.uidHost()
    return { links, publicUrl, uidHost }
  }
  return {
    ...options,
    settings,
    calendars: createRenderedCalendars(database, settings, CALENDARS_SHARE * cacheBytes),
    async publisherAt(id, settingsRevision) {
      const cached = publishers.get(id)
      if (cached && cached.settingsRevision >= settingsRevision) return cached
      const publisher = await getPublisher(database.db, id)
      publishers.set(id, publisher)
      return publisher
    },
  }
}
