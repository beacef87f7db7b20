import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Read } from './database.ts'
import { isTimeout, isUnanswered } from './transact.ts'

/** A node counts as hanging after so many timeouts of reads, and a second in which it answered none. */
const TIMEOUTS = 3
/** Milliseconds between two attempts to read from a node that hangs. */
const AGAIN_MS = 1000
/** How long it is remembered on which node a publisher is: it moves when nodes are added. */
const PLACES_MS = 60_000
const PLACES_CACHED = 50_000

export type AsyncRead = (...args: Parameters<Read>) => Promise<never[]>

/** The nodes of a database; a database that is not spread is one node. */
export interface WatchedNodes {
  /** A read whose first parameter is the publisher. */
  read: AsyncRead
  /** See `Database`. */
  require(publisherId: number): Promise<void>
  close(): void
}

/**
 * Notices nodes that hang: they take statements and do not answer, so each statement holds a connection until its
 * timeout, and soon those of all other nodes wait. The publishers of such a node are refused at once, until a read
 * that is tried each second is answered. `nodeOf`: returns the node that has a publisher's data.
 */
export function watchNodes(nodeOf: (publisherId: number) => Promise<number>, read: AsyncRead): WatchedNodes {
  const timeouts = new Map<number, number>()
  const hanging = new Set<number>()
  const places = new LRUCache<number, number>({ max: PLACES_CACHED, ttl: PLACES_MS })
  const closing = new AbortController()

  async function find(publisherId: number): Promise<number> {
    const known = places.get(publisherId)
    if (known !== undefined) return known
    const node = await nodeOf(publisherId)
    places.set(publisherId, node)
    return node
  }

  async function require(publisherId: number): Promise<void> {
    if (hanging.size > 0 && hanging.has(await find(publisherId)))
      throw Object.assign(new Error('the node of the database hangs'), { code: CONNECTION_FAILURE })
  }

  async function note(publisherId: number, ask: () => Promise<unknown>): Promise<void> {
    const node = await find(publisherId)
    const count = (timeouts.get(node) ?? 0) + 1
    timeouts.set(node, count)
    if (count !== TIMEOUTS) return
    // Reads that began together time out together, also those of one publisher whose neighbours are answered.
    await sleep(AGAIN_MS, undefined, { ref: false })
    if (!timeouts.has(node)) return
    hanging.add(node)
    void answered(ask).then(() => {
      hanging.delete(node)
      timeouts.delete(node)
    })
  }

  /** Resolves when a read does not time out any more, or at the end of the process. */
  async function answered(ask: () => Promise<unknown>): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(AGAIN_MS, undefined, { ref: false })
      const late = await ask().then(() => false, isTimeout)
      if (!late) return
    }
  }

  return {
    require,
    async read(sql, parameters) {
      const publisherId = parameters[0] as number | undefined
      if (publisherId === undefined) return read(sql, parameters)
      await require(publisherId)
      try {
        const rows = await read(sql, parameters)
        if (timeouts.size > 0) timeouts.delete(await find(publisherId))
        return rows
      } catch (error) {
        // One that only waited for a connection says nothing of its node.
        if (isUnanswered(error)) note(publisherId, () => read(sql, parameters)).catch(() => {})
        throw error
      }
    },
    close: () => closing.abort(),
  }
}

/** PostgreSQL's code for a connection that failed. */
const CONNECTION_FAILURE = '08006'
