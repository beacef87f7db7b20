import { LRUCache } from 'lru-cache'
import type { CacheFigures } from './chunk-store.ts'
import { joinGzip, joinPlain, type Piece } from './piece.ts'

/** What a kept feed takes beside its octets, about. */
const ENTRY_BYTES = 500

/** The pieces of a feed and the token for their holes. */
export interface FeedPieces {
  pieces: Piece[]
  token: string
}

/** Whole feeds as they were sent last, by version. */
export interface BodyCache {
  /** The feed of this key in this version: the kept one, or a new one of the pieces. */
  get(
    key: string,
    version: string,
    gzip: boolean,
    pieces: () => Promise<FeedPieces>,
  ): Buffer | Promise<Buffer>
  figures(): CacheFigures & { hits: number; misses: number }
}

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
  let hits = 0
  let misses = 0

  async function makeBody(key: string, version: string, gzip: boolean, make: () => Promise<FeedPieces>) {
    const { pieces, token } = await make()
    const made = gzip ? joinGzip(pieces, token) : joinPlain(pieces, token)
    const others = kept.peek(key)
    kept.set(key, { ...(others?.version === version && others), version, [gzip ? 'gzip' : 'plain']: made })
    return made
  }

  return {
    get(key, version, gzip, make) {
      const known = kept.get(key)
      const body = known?.version === version ? known[gzip ? 'gzip' : 'plain'] : undefined
      if (body) {
        hits++
        return body
      }
      misses++
      return makeBody(key, version, gzip, make)
    },
    figures: () => ({ bytes: kept.calculatedSize, entries: kept.size, hits, misses }),
  }
}
