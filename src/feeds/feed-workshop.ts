import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { type BodyCache, createBodyCache } from './body-cache.ts'
import { type ChunkStore, createChunkStore } from './chunk-store.ts'
import type { Links } from './links.ts'
import type { FeedSettings } from './render-event.ts'

const PUBLISHERS_CACHED = 1000

export interface FeedOptions {
  database: Database
  links: Links
  publicUrl: string
  /** Right of the `@` in every UID; asked for once, when the first feed is made. */
  uidHost: () => Promise<string>
  cacheBytes: number
  now: () => number
}

/** What all kinds of feeds are made with. */
export interface FeedWorkshop extends FeedOptions {
  chunks: ChunkStore
  bodies: BodyCache
  settings(): Promise<FeedSettings>
  /** The publisher as it was at this revision of its settings, or later. */
  publisherAt(id: number, settingsRevision: number): Promise<Publisher>
}

export function openFeedWorkshop(options: FeedOptions): FeedWorkshop {
  const { database, links, publicUrl, cacheBytes } = options
  const publishers = new LRUCache<number, Publisher>({ max: PUBLISHERS_CACHED })
  let uidHost: string | undefined
  const settings = async () => {
    uidHost ??= await options.uidHost()
    return { links, publicUrl, uidHost }
  }
  return {
    ...options,
    chunks: createChunkStore(database, settings, 0.75 * cacheBytes),
    bodies: createBodyCache(0.25 * cacheBytes),
    settings,
    async publisherAt(id, settingsRevision) {
      const cached = publishers.get(id)
      if (cached && cached.settingsRevision >= settingsRevision) return cached
      const publisher = await getPublisher(database.db, id)
      publishers.set(id, publisher)
      return publisher
    },
  }
}
