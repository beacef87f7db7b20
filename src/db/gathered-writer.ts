import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './database.ts'
import { transactUnsynced } from './transact-unsynced.ts'

/** Items of this interval are written together: the database writes whole pages, and many items share one. */
const GATHER_MS = 20

interface Waiting<Item> {
  item: Item
  written: PromiseWithResolvers<void>
}

/**
 * Writes the results of background work in groups: those of `GATHER_MS`, and those that came while the group before
 * was written. A power failure may lose the last ones.
 */
export class GatheredWriter<Item> {
  readonly #db: Db
  readonly #store: (tx: Db, items: Item[]) => Promise<void>
  readonly #publisherOf: (item: Item) => number
  #waiting: Waiting<Item>[] = []
  #writing: Promise<void> = Promise.resolve()

  /**
   * `store`: writes items in one transaction. `publisherOf`: those of one publisher share a transaction, so that one
   * whose rows can't be written keeps no other from it.
   */
  constructor(db: Db, store: (tx: Db, items: Item[]) => Promise<void>, publisherOf: (item: Item) => number) {
    this.#db = db
    this.#store = store
    this.#publisherOf = publisherOf
  }

  /** Resolves when the item is written, and rejects with the error of its transaction. */
  write(item: Item): Promise<void> {
    const written = Promise.withResolvers<void>()
    this.#waiting.push({ item, written })
    if (this.#waiting.length === 1) {
      this.#writing = this.#writing.then(() => sleep(GATHER_MS)).then(() => this.#writeAll())
    }
    return written.promise
  }

  async #writeAll(): Promise<void> {
    const groups = Map.groupBy(this.#waiting.splice(0), ({ item }) => this.#publisherOf(item))
    for (const group of groups.values()) {
      const items = group.map(({ item }) => item)
      await transactUnsynced(this.#db, (tx) => this.#store(tx, items)).then(
        () => group.forEach(({ written }) => written.resolve()),
        (error: unknown) => group.forEach(({ written }) => written.reject(error)),
      )
    }
  }
}
