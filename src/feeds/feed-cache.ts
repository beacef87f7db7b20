import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Reach } from './stubs.ts'

const compress = promisify(gzipCallback)
const GZIP_LEVEL = 6

/** Feeds whose tags are remembered, so that most conditional requests need no feed; some 200 octets each. */
const TAGS_CACHED = 50_000
/** Estimated memory of a cached body beside its octets. */
const ENTRY_BYTES = 500

/** A feed that can be written. */
export interface FeedSource {
  /** The same for all versions of the feed. */
  key: string
  /** Equal versions have equal content, apart from changes that were committed since. */
  version: string
  /** The file name without extension. */
  name: string
  write(): Promise<WrittenBytes>
}

export interface WrittenBytes {
  bytes: Buffer
  /** Epoch ms of the last change of the content. */
  changedAt: number
  /** Undefined: nothing is left out. */
  reach: Reach | undefined
}

/** Names the content of a feed. */
export interface FeedTag {
  /** A hash of the octets, without quotes. */
  etag: string
  /** Epoch ms. */
  changedAt: number
  /** Undefined: nothing is left out. */
  reach: Reach | undefined
}

export interface FeedBody extends FeedTag {
  bytes: Buffer
}

/** A feed at one moment. */
export interface Feed extends FeedTag {
  name: string
  /** The file as it is, or as a gzip file. Its own tag counts: it may be newer than the feed's. */
  body(gzip: boolean): Promise<FeedBody>
}

export interface FeedCache {
  open(source: FeedSource): Promise<Feed>
  figures(): { bytes: number; entries: number; hits: number; misses: number }
}

type AtVersion<T> = T & { version: string }

/** Remembers the tags of feeds, and up to `maxBytes` of those that were read last. */
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
      const cached = tags.get(key)
      const { etag, changedAt, reach } = cached?.version === version ? cached : await write()
      return {
        ...{ etag, changedAt, reach, name },
        async body(gzip) {
          const bodyKey = gzip ? `${key} gzip` : key
          const kept = bodies.get(bodyKey)
          if (kept?.version === version) {
            hits++
            return kept
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
    figures: () => ({ bytes: bodies.calculatedSize, entries: bodies.size, hits, misses }),
  }

  async function writeOnce(source: FeedSource): Promise<FeedBody> {
    const { key, version } = source
    const { bytes, changedAt, reach } = await source.write()
    // A change may be committed between the reads of one feed, so only the octets can say which content this is.
    const tag = { etag: hash('sha1', bytes, 'base64url'), changedAt, reach }
    tags.set(key, { ...tag, version })
    return { ...tag, bytes }
  }
}
