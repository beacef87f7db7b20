import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Extent } from './notice-events.ts'

const compress = promisify(gzipCallback)
const GZIP_LEVEL = 6

/**
 * Feeds whose tags are cached, about 200 octets each. Most conditional requests need no more than the tag.
 */
const TAGS_CACHED = 50_000
/** Estimated memory of a cached body in addition to its octets. */
const ENTRY_BYTES = 500

/** A feed that can be written when its content is needed. */
export interface FeedSource {
  /** Identifies the feed; equal for all its versions. */
  key: string
  /** Feeds of equal versions have equal content, unless a change was committed since. */
  version: string
  /** The file name without extension. */
  name: string
  /** The owner, if it is recorded that the owner's feeds are cut. */
  of?: { kind: 'subscriber' | 'calendar'; publisherId: number; id: string }
  write(): Promise<WrittenBytes>
}

export interface WrittenBytes {
  bytes: Buffer
  /** Epoch ms of the last change of the content. */
  changedAt: number
  /** Undefined if the feed shows all events. */
  extent: Extent | undefined
}

/** Identifies the content of a feed. */
export interface FeedTag {
  /** A hash of the octets, without quotes. */
  etag: string
  /** Epoch ms. */
  changedAt: number
  /** Undefined if the feed shows all events. */
  extent: Extent | undefined
}

export interface FeedBody extends FeedTag {
  bytes: Buffer
}

/** A feed at one version. */
export interface Feed extends FeedTag {
  name: string
  /** Returns the file, plain or gzipped. Send its own `etag`: the file may be newer than the feed's tag. */
  loadBody(gzip: boolean): Promise<FeedBody>
}

export interface FeedCache {
  open(source: FeedSource): Promise<Feed>
  cacheSize(): { bytes: number; entries: number; hits: number; misses: number }
}

type AtVersion<T> = T & { version: string }

/** Caches the tags of feeds, and up to `maxBytes` of the bodies that were read last. */
export function createFeedCache(maxBytes: number): FeedCache {
  const tags = new LRUCache<string, AtVersion<FeedTag>>({ max: TAGS_CACHED })
  const bodies = new LRUCache<string, AtVersion<FeedBody>>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  })
  let hits = 0
  let misses = 0

  return {
    async open(source) {
      const { key, version, name } = source
      let written: Promise<FeedBody> | undefined
      const write = () => (written ??= writeOnce(source))
      const cachedTag = tags.get(key)
      const { etag, changedAt, extent } = cachedTag?.version === version ? cachedTag : await write()
      return {
        ...{ etag, changedAt, extent, name },
        async loadBody(gzip) {
          const bodyKey = gzip ? `${key} gzip` : key
          const cached = bodies.get(bodyKey)
          if (cached?.version === version) {
            hits++
            return cached
          }
          misses++
          const plain = await write()
          const bytes = gzip ? await compress(plain.bytes, { level: GZIP_LEVEL }) : plain.bytes
          const body = { ...plain, bytes, version }
          bodies.set(bodyKey, body)
          return body
        },
      }
    },
    cacheSize: () => ({ bytes: bodies.calculatedSize, entries: bodies.size, hits, misses }),
  }

  async function writeOnce(source: FeedSource): Promise<FeedBody> {
    const { key, version } = source
    const { bytes, changedAt, extent } = await source.write()
    // A change may be committed between the reads of one feed, so only a hash of the octets identifies the
    // content.
    const tag = { etag: hash('sha1', bytes, 'base64url'), changedAt, extent }
    tags.set(key, { ...tag, version })
    return { ...tag, bytes }
  }
}
