import type { AppContext } from '../context.ts'
import { eachAlone, eachStep } from '../db/each-alone.ts'
import { eachFound } from '../publishers/each-found.ts'
import type { Actor } from '../users/audit.ts'
import { runSource } from './run-source.ts'
import { findDueSource, listDuePublishers } from './source-store.ts'

/** The service looks for due sources at this interval, in milliseconds. */
export const SOURCES_MS = 5000
/** Sources that a process reads at the same time. */
const CONCURRENT = 2
/** Publishers of one round: each has one source read in it. */
const PER_ROUND = 20

/** The actor in the audit log. */
const BY_SERVICE: Omit<Actor, 'publisherId' | 'at' | 'homeId'> = {
  ...{ kind: 'system', id: 'sources', name: 'Sources', requestId: '' },
}

type ReaderContext = Pick<AppContext, 'db' | 'directory' | 'now' | 'config' | 'log' | 'mailer'>

/**
 * Returns a function to call every few seconds. It reads the sources that are due, in rounds of one for each publisher,
 * so that one with many of them holds up no other. Any number of processes may do so: each source is claimed first.
 */
export function createSourceReader(ctx: ReaderContext, signal: AbortSignal): () => Promise<void> {
  return async () => {
    // Others may have claimed them all, or their database is busy.
    while ((await round()) > 0 && !signal.aborted);
  }

  /** Returns how many sources were read. */
  async function round(): Promise<number> {
    const publisherIds: number[] = []
    let done = 0
    const find = () =>
      eachFound(
        ctx.db,
        signal,
        (only) => listDuePublishers(ctx.db, ctx.now(), PER_ROUND, only),
        async (id) => publisherIds.push(id),
      )
    const readNext = async (publisherId: number) => {
      if (!signal.aborted && (await readOne(publisherId))) done++
    }
    const read = () => eachAlone(publisherIds, readNext, { atOnce: CONCURRENT })
    await eachStep([find, read])
    return done
  }

  async function readOne(publisherId: number): Promise<boolean> {
    const id = await findDueSource(ctx.db, publisherId, ctx.now())
    if (id === undefined) return false
    const actor = { ...BY_SERVICE, homeId: publisherId }
    return (await runSource(ctx, publisherId, id, { actor, byHand: false, signal })) !== undefined
  }
}
