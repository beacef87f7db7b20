import type { Db } from '../db/database.ts'
import { updateLastUsed } from './api-key-store.ts'

/** Remembers when keys were last used, and writes it now and then: not a write for each request. */
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
        used = new Map([...pending, ...used]) // they go in next time
        throw error
      }
    },
  }
}
