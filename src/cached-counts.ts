import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

/**
 * Slow counts by publisher, cached. There may be a million rows, and SQLite blocks the process while it
 * counts, so counting runs in slices. Callers get the cached counts while new ones are made.
 */
export interface CachedCounts<Counts> {
  /** Undefined while the first count is running: ask again in a moment. */
  find(publisherId: number): Promise<Counts | undefined>
  /** Stops counting. */
  close(): Promise<void>
}

export interface Counting<Counts> {
  /** Counts in slices; returns undefined if it was aborted. */
  count: (publisherId: number, signal: AbortSignal) => Promise<Counts | undefined>
  /** Milliseconds for which counts are fresh. */
  freshMs: number
  /** The maximum size of the cache for all publishers, and the size of one publisher's counts. */
  maxSize: number
  sizeOf: (counts: Counts) => number
}

/** Counts are fresh for at least this many times as long as counting took. */
const FRESH_FACTOR = 20
/** How long a caller waits for the first count. */
const FIRST_WAIT_MS = 150

export function cacheCounts<Counts extends object>(
  { count, freshMs, maxSize, sizeOf }: Counting<Counts>,
  now: () => number,
  log: Logger,
): CachedCounts<Counts> {
  const cache = new LRUCache<number, { at: number; until: number; counts: Counts }>({
    maxSize,
    sizeCalculation: ({ counts }) => sizeOf(counts),
  })
  const running = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  let last = Promise.resolve()

  /** Counts one publisher after the other, so that only one slice runs at a time. */
  function start(publisherId: number): Promise<void> {
    const counting = last
      .then(async () => {
        const at = now()
        const began = performance.now()
        const counts = await count(publisherId, stopping.signal)
        const fresh = Math.max(freshMs, (performance.now() - began) * FRESH_FACTOR)
        if (counts) cache.set(publisherId, { at, until: at + fresh, counts })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'counting failed and will be retried'))
      .finally(() => running.delete(publisherId))
    running.set(publisherId, counting)
    last = counting
    return counting
  }

  return {
    async find(publisherId) {
      const cached = cache.get(publisherId)
      if (cached && cached.at <= now() && now() < cached.until) return cached.counts
      const counting = running.get(publisherId) ?? start(publisherId)
      if (cached) return cached.counts
      await Promise.race([counting, sleep(FIRST_WAIT_MS, undefined, { ref: false })])
      return cache.get(publisherId)?.counts
    },
    async close() {
      stopping.abort()
      await last
    },
  }
}
