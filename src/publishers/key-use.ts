import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { updateLastUsed } from './api-key-store.ts'

/** Collects the times of last use in memory and writes them in batches, so that requests cause no writes. */
export interface KeyUse {
  note(publisherId: number, key: string): void
  flush(): Promise<void>
}

export function createKeyUse(db: Db, now: () => number): KeyUse {
  let used = new Map<string, { publisherId: number; at: number }>()
  return {
    note: (publisherId, key) => used.set(key, { publisherId, at: now() }),
    async flush() {
      const pending = used
      used = new Map()
      try {
        await eachAlone(pending, async ([key, { publisherId, at }]) => {
          await updateLastUsed(db, publisherId, key, at)
          pending.delete(key)
        })
      } finally {
        used = new Map([...pending, ...used]) // The next flush writes what is left.
      }
    },
  }
}
