import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { isUnreachable } from '../db/transact.ts'
import { eachPublisher } from './publisher-store.ts'

/**
 * Finds work over all publishers, and does it one after the other, until the signal. What fails keeps nothing else from
 * its turn; the first error is thrown at the end. `find`: of one publisher, or without an id of all. `atOnce`: the
 * publishers that are asked at the same time while a node is away.
 */
export async function eachFound<Item>(
  db: Db,
  signal: AbortSignal,
  find: (publisherId?: number) => Promise<Item[]>,
  work: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  const doAll = (items: Item[]) =>
    eachAlone(items, async (item) => {
      if (!signal.aborted) await work(item)
    })
  await overAll(db, signal, find, doAll, atOnce)
}

/**
 * Runs a statement over all publishers. In a spread database it needs every node. When one of them is away or hangs, runs
 * it for one publisher after the other instead, or for `atOnce` at a time, until the signal, so that those of the other
 * nodes have their turn; the first error is thrown at the end. `ask`: for one publisher, or without an id for all.
 * `take` gets each result.
 */
export async function overAll<Answer>(
  db: Db,
  signal: AbortSignal,
  ask: (publisherId?: number) => Promise<Answer>,
  take: (answer: Answer) => Promise<unknown> = async () => {},
  atOnce = 1,
): Promise<void> {
  let answer: Answer
  try {
    answer = await ask()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return eachPublisher(db, signal, async (publisherId) => take(await ask(publisherId)), atOnce)
  }
  await take(answer)
}
