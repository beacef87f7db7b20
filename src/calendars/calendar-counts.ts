import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { type CalendarCount, countAll } from './count-calendars.ts'

/**
 * What calendars have, counted for all of a publisher. There may be a million subscriptions, and SQLite answers
 * nobody else while it counts: so it is done in slices, and the outcome is kept for a minute. Who asks later gets
 * what is kept, and a newer one is made meanwhile.
 */
export interface CalendarCounts {
  /** By calendar. Undefined: they are being counted for the first time, ask again in a moment. */
  find(publisherId: number): Promise<ReadonlyMap<string, CalendarCount> | undefined>
  /** Stops counting. */
  close(): Promise<void>
}

const FRESH_MS = 60_000
/** Counts that take long are kept longer: so many times as long as they took. */
const FRESH_TIMES = 20
/** Over all publishers. */
const CALENDARS_KEPT = 50_000
/** So long the first one to ask waits. */
const PATIENCE_MS = 150

interface Kept {
  at: number
  /** Until when (epoch ms) no newer ones are made. */
  until: number
  counts: Map<string, CalendarCount>
}

export function createCalendarCounts(db: Db, now: () => number, log: Logger): CalendarCounts {
  const kept = new LRUCache<number, Kept>({
    maxSize: CALENDARS_KEPT,
    sizeCalculation: ({ counts }) => counts.size + 1,
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
        const counts = await countAll(db, publisherId, stopping.signal)
        const freshMs = Math.max(FRESH_MS, (performance.now() - began) * FRESH_TIMES)
        if (counts) kept.set(publisherId, { at, until: at + freshMs, counts })
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
