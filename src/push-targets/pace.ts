import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { emptyBucket, type Pace, reserveToken } from '../limits/token-bucket.ts'
import { ProviderError, type ProviderLimits } from './provider.ts'
import type { RequestCounter } from './request-counter.ts'

/** A turn that wants to send requests. */
export interface Turn {
  publisherId: number
  /** The account at the provider, or the grant while that is unknown. */
  account: string
  mirror: boolean
}

export interface PushPace {
  /**
   * Waits until so many requests may be sent. Throws if `stopping` fires before, and ProviderError `busy` if the account
   * rests for longer than a turn should wait.
   */
  wait(turn: Turn, requests: number): Promise<void>
  /** Lets nobody send requests to the account for a time, in any process. */
  rest(turn: Turn, ms: number): Promise<void>
}

interface Waiting {
  turn: Turn
  requests: number
  goOn: () => void
  stop: (reason: unknown) => void
}

/** A wait for tokens is no longer than this, and then begins again. */
const LONGEST_MS = 5000
/** A turn that would wait for longer ends, and comes again. */
const LONGEST_REST_MS = 60_000
/** Buckets stand with the publisher that none is: an account may have calendars of several publishers. */
const OF_ALL = 0

/**
 * Keeps requests to a provider to a pace: of one account, and of the client. Both are counted in the database, for all
 * processes; those of the client under the name `bucket`. In this process, turns wait for the second in a queue: mirrors
 * first, then publishers by turns.
 */
export function createPushPace(
  db: Db,
  bucket: string,
  { pace, accountPace }: Pick<ProviderLimits, 'pace' | 'accountPace'>,
  now: () => number,
  stopping: AbortSignal,
  counter: Pick<RequestCounter, 'count'>,
): PushPace {
  const queue: Waiting[] = []
  /** When each publisher was last served, by a counter. */
  const served = new Map<number, number>()
  let turns = 0
  let running = false

  return {
    async wait(turn, requests) {
      await take(OF_ALL, `push ${turn.account}`, accountPace, requests)
      await new Promise<void>((goOn, stop) => {
        queue.push({ turn, requests, goOn, stop })
        if (!running) void serve()
      })
      counter.count(turn.publisherId, requests)
    },
    rest: (turn, ms) => emptyBucket(db, OF_ALL, `push ${turn.account}`, accountPace, ms, now()),
  }

  async function serve(): Promise<void> {
    running = true
    for (let next = nextOf(); next; next = nextOf()) {
      served.set(next.turn.publisherId, ++turns)
      try {
        await take(OF_ALL, bucket, pace, next.requests)
        next.goOn()
      } catch (error) {
        next.stop(error)
      }
    }
    served.clear()
    running = false
  }

  function nextOf(): Waiting | undefined {
    const order = ({ turn }: Waiting) => (turn.mirror ? 0 : 1)
    const last = ({ turn }: Waiting) => served.get(turn.publisherId) ?? 0
    const next = queue.reduce<Waiting | undefined>(
      (best, one) => (best && (order(best) - order(one) || last(best) - last(one)) <= 0 ? best : one),
      undefined,
    )
    if (next) queue.splice(queue.indexOf(next), 1)
    return next
  }

  /** Reserves tokens, and waits until they may be used. */
  async function take(publisherId: number, name: string, limit: Pace, requests: number): Promise<void> {
    for (;;) {
      stopping.throwIfAborted()
      const tokens = Math.min(requests, limit.burst)
      const { granted, waitMs } = await reserveToken(db, publisherId, name, limit, LONGEST_MS, now(), tokens)
      if (!granted && waitMs > LONGEST_REST_MS)
        throw new ProviderError('busy', 'The provider asked us to wait')
      if (waitMs > 0) await sleep(Math.min(waitMs, LONGEST_MS), undefined, { signal: stopping })
      if (granted) return
    }
  }
}
