import { LRUCache } from 'lru-cache'
import type { CacheFigures } from './chunk-store.ts'
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

/** Whole feeds that are asked for again and again, as they were sent last, by version. */
export interface BodyCache {
  /** The kept body, or a new one of the pieces. */
  get(copy: Copy, gzip: boolean, pieces: () => Promise<FeedPieces>): Promise<Buffer>
  figures(): CacheFigures & { hits: number; misses: number }
}

/** Who comes back before so many other feeds is expected again. Where all come in turn, none would be kept long enough. */
const EXPECTED_WITHIN = 500

interface Bodies {
  version: string
  plain?: Buffer
  gzip?: Buffer
}

export function createBodyCache(maxBytes: number): BodyCache {
  const kept = new LRUCache<string, Bodies>({
    maxSize: maxBytes,
    sizeCalculation: ({ plain, gzip }) => ENTRY_BYTES + (plain?.length ?? 0) + (gzip?.length ?? 0),
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
      if (recent.get(copy.key) === copy.version) keep(copy, { [encoding]: inOwnMemory(made) })
      recent.set(copy.key, copy.version)
      return made
    },
    figures: () => ({ bytes: kept.calculatedSize, entries: kept.size, hits, misses }),
  }
}
