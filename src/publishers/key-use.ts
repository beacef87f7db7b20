import type { Db } from '../db/database.ts'
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
        for (const [key, { publisherId, at }] of pending) {
          await updateLastUsed(db, publisherId, key, at)
          pending.delete(key)
        }
      } catch (error) {
        used = new Map([...pending, ...used]) // written by the next flush
        throw error
      }
    },
  }
}
