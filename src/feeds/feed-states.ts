import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { type FeedState, readFeedState } from './feed-state.ts'

const REVISION = 'select revision from publisher_revision where publisher_id = $1'

/** Some hundred octets each. */
const STATES_KEPT = 50_000

/** Reads the states of feeds. */
export interface FeedStates {
  /** Undefined when there is no such subscriber. While the publisher changes nothing it is the very object given before. */
  read(publisherId: number, subscriberId: string): Promise<FeedState | undefined>
}

/**
 * Keeps the states of feeds for as long as their publisher is at the same revision. Every change that a feed
 * could show takes the next one, so one small row, the same for all subscribers of a publisher, tells whether a
 * state is still true. It is read anew for each request, so that a change acknowledged by any process shows in
 * the next read of any other; and before the state: what is kept is as new as the revision it is kept under, or
 * newer.
 */
export function createFeedStates(database: Database): FeedStates {
  const kept = new LRUCache<string, { revision: number; state: FeedState }>({ max: STATES_KEPT })
  return {
    async read(publisherId, subscriberId) {
      const [current] = await database.read<{ revision: number }>(REVISION, [publisherId])
      const known = kept.get(subscriberId)
      if (known && known.revision === current?.revision) return known.state
      const state = await readFeedState(database, publisherId, subscriberId)
      if (state && current) kept.set(subscriberId, { revision: current.revision, state })
      return state
    },
  }
}
