import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { isUnreachable } from '../db/transact.ts'
import { eachPublisher } from './publisher-store.ts'

/**
 * Finds work over all publishers in one statement, and does it one after the other, until the signal. In a spread
 * database that statement needs every node. When one of them is away or hangs, finds the work of one publisher after the
 * other instead, so that those of the other nodes have their turn. What fails keeps nothing else from its turn; the first
 * error is thrown at the end. `find`: of one publisher, or without an id of all.
 */
export async function eachFound<Item>(
  db: Db,
  signal: AbortSignal,
  find: (publisherId?: number) => Promise<Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const doAll = (items: Item[]) =>
    eachAlone(items, async (item) => {
      if (!signal.aborted) await work(item)
    })
  let items: Item[]
  try {
    items = await find()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return eachPublisher(db, signal, async (publisherId) => doAll(await find(publisherId)))
  }
  await doAll(items)
}
