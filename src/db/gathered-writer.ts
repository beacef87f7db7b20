import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './database.ts'
import { transactUnsynced } from './transact-unsynced.ts'

/** Items of this interval are written together: the database writes whole pages, and many items share one. */
const GATHER_MS = 20

/**
 * Writes the results of background work in groups: those of `GATHER_MS`, and those that came while the group before
 * was written. A power failure may lose the last ones.
 */
export class GatheredWriter<Item> {
  readonly #db: Db
  readonly #store: (tx: Db, items: Item[]) => Promise<void>
  #waiting: Item[] = []
  #writing: Promise<void> = Promise.resolve()

  /** `store`: writes the items of a group, in one transaction. */
  constructor(db: Db, store: (tx: Db, items: Item[]) => Promise<void>) {
    this.#db = db
    this.#store = store
  }

  /** Resolves when the item is written, and rejects with the error of its group. */
  write(item: Item): Promise<void> {
    this.#waiting.push(item)
    if (this.#waiting.length === 1) {
      this.#writing = this.#writing
        .catch(() => {}) // The callers of the group before have the error.
        .then(() => sleep(GATHER_MS))
        .then(() => {
          const items = this.#waiting.splice(0)
          return transactUnsynced(this.#db, (tx) => this.#store(tx, items))
        })
    }
    return this.#writing
  }
}
