import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

/**
 * Counts that take long, by publisher. There may be a million rows, and SQLite answers nobody else while it counts:
 * so it is done in slices, and the outcome is kept. Who asks gets what is kept, and a newer one is made meanwhile.
 */
export interface KeptCounts<Counts> {
  /** Undefined: they are being counted for the first time, ask again in a moment. */
  find(publisherId: number): Promise<Counts | undefined>
  /** Stops counting. */
  close(): Promise<void>
}

export interface Counting<Counts> {
  /** Counts, in slices; undefined where the signal came before the end. */
  count: (publisherId: number, signal: AbortSignal) => Promise<Counts | undefined>
  /** Milliseconds in which no newer ones are made. */
  freshMs: number
  /** How much is kept over all publishers, and how much of it these are. */
  most: number
  sizeOf: (counts: Counts) => number
}

/** Counts that take long are kept longer: so many times as long as they took. */
const FRESH_TIMES = 20
/** So long the first one to ask waits. */
const PATIENCE_MS = 150

export function keepCounts<Counts extends object>(
  { count, freshMs, most, sizeOf }: Counting<Counts>,
  now: () => number,
  log: Logger,
): KeptCounts<Counts> {
  const kept = new LRUCache<number, { at: number; until: number; counts: Counts }>({
    maxSize: most,
    sizeCalculation: ({ counts }) => sizeOf(counts),
  })
  const running = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  let last = Promise.resolve()

  /** One publisher after the other, so that however many ask there is always one slice at work. */
  function start(publisherId: number): Promise<void> {
    const counting = last
      .then(async () => {
        const at = now()
        const began = performance.now()
        const counts = await count(publisherId, stopping.signal)
        const fresh = Math.max(freshMs, (performance.now() - began) * FRESH_TIMES)
        if (counts) kept.set(publisherId, { at, until: at + fresh, counts })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'counting failed, it is tried again'))
      .finally(() => running.delete(publisherId))
    running.set(publisherId, counting)
    last = counting
    return counting
  }

  return {
    async find(publisherId) {
      const known = kept.get(publisherId)
      if (known && known.at <= now() && now() < known.until) return known.counts
      const counting = running.get(publisherId) ?? start(publisherId)
      if (known) return known.counts
      await Promise.race([counting, sleep(PATIENCE_MS, undefined, { ref: false })])
      return kept.get(publisherId)?.counts
    },
    async close() {
      stopping.abort()
      await last
    },
  }
}
