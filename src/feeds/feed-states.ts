import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Moment } from './feed-engine.ts'
import { type FeedState, readFeedState } from './feed-state.ts'

const REVISION = 'select revision from publisher_revision where publisher_id = $1'

/** Some hundred octets each. */
const STATES_KEPT = 10_000
const REVISIONS_KEPT = 1000

/** Two publishers may know a subscriber by the same id: imports keep ids. Then the last one read is kept. */
interface KeptState {
  publisherId: number
  revision: number
  state: FeedState
}

/** Reads the states of feeds. */
export interface FeedStates {
  /** Undefined when there is no such subscriber. While the publisher changes nothing it is the very object given before. */
  read(publisherId: number, subscriberId: string, moment?: Moment): Promise<FeedState | undefined>
}

/**
 * Keeps the states of feeds for as long as their publisher is at the same revision. Every change that a feed
 * could show takes the next one, so one small row, the same for all subscribers of a publisher, tells whether a
 * state is still true. It is read anew for each request, or once for all of the same moment, so that a change
 * acknowledged by any process shows in the next read of any other; and before the state: what is kept is as new as
 * the revision it is kept under, or newer.
 */
export function createFeedStates(database: Database): FeedStates {
  const kept = new LRUCache<string, KeptState>({ max: STATES_KEPT })
  const revisions = new Map<number, { moment: Moment; revision: number | undefined }>()

  async function revisionOf(publisherId: number, moment: Moment | undefined): Promise<number | undefined> {
    const known = revisions.get(publisherId)
    if (moment && known?.moment === moment) return known.revision
    const [row] = await database.read<{ revision: number }>(REVISION, [publisherId])
    if (revisions.size >= REVISIONS_KEPT) revisions.clear()
    if (moment) revisions.set(publisherId, { moment, revision: row?.revision })
    return row?.revision
  }

  return {
    async read(publisherId, subscriberId, moment) {
      const revision = await revisionOf(publisherId, moment)
      const known = kept.get(subscriberId)
      if (known?.publisherId === publisherId && known.revision === revision) return known.state
      const state = await readFeedState(database, publisherId, subscriberId)
      if (state && revision !== undefined) kept.set(subscriberId, { publisherId, revision, state })
      return state
    },
  }
}
