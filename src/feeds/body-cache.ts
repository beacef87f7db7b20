import { LRUCache } from 'lru-cache'
import type { CacheFigures } from './chunk-store.ts'
import { giveBack } from './lent-memory.ts'
import { inOwnMemory } from './own-memory.ts'
import { joinGzip, joinPlain, type Piece } from './piece.ts'

/** What a kept feed takes beside its octets, about. */
const ENTRY_BYTES = 500

/** The pieces of a feed and the token for their holes. */
export interface FeedPieces {
  pieces: Piece[]
  token: string
}

/** A feed at one version, whoever reads it. */
export interface Copy {
  /** The same for all versions of the feed. */
  key: string
  version: string
}

/** A whole feed. */
export interface Body {
  bytes: Buffer
  /** Whether the memory is to be given back when nobody reads it any longer. */
  lent: boolean
}

/** Whole feeds that are asked for again and again, as they were sent last, by version. */
export interface BodyCache {
  /** The kept body, or a new one of the pieces. */
  get(copy: Copy, gzip: boolean, pieces: () => Promise<FeedPieces>): Promise<Body>
  figures(): CacheFigures & { hits: number; misses: number }
}

/** Who comes back before so many other feeds is expected again. Where all come in turn, none would be kept long enough. */
const EXPECTED_WITHIN = 500

interface Bodies {
  version: string
  plain?: Body
  gzip?: Body
}

export function createBodyCache(maxBytes: number): BodyCache {
  const kept = new LRUCache<string, Bodies>({
    maxSize: maxBytes,
    sizeCalculation: ({ plain, gzip }) =>
      ENTRY_BYTES + (plain?.bytes.length ?? 0) + (gzip?.bytes.length ?? 0),
  })
  /** The versions that were put together last, by key. */
  const recent = new LRUCache<string, string>({ max: EXPECTED_WITHIN })
  let hits = 0
  let misses = 0

  function keep({ key, version }: Copy, body: Partial<Bodies>): void {
    const others = kept.peek(key)
    kept.set(key, { ...(others?.version === version && others), ...body, version })
  }

  return {
    async get(copy, gzip, make) {
      const encoding = gzip ? 'gzip' : 'plain'
      const known = kept.get(copy.key)
      const body = known?.version === copy.version ? known[encoding] : undefined
      if (body) {
        hits++
        return body
      }
      misses++
      const { pieces, token } = await make()
      const made = gzip ? joinGzip(pieces, token) : joinPlain(pieces, token)
      const expected = recent.get(copy.key) === copy.version
      recent.set(copy.key, copy.version)
      if (!expected || made.length + ENTRY_BYTES > maxBytes) return { bytes: made, lent: true }
      const own = { bytes: inOwnMemory(made), lent: false }
      if (own.bytes !== made) giveBack(made)
      keep(copy, { [encoding]: own })
      return own
    },
    figures: () => ({ bytes: kept.calculatedSize, entries: kept.size, hits, misses }),
  }
}
