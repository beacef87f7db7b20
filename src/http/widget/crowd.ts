import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import { countRequest } from '../../limits/request-window.ts'
import { takeNonce } from '../../signing/used-nonce.ts'
import { networkOf } from '../network-of.ts'
import { requireWithinLimit, tooMany } from '../rate-limit.ts'

const MINUTE_MS = 60_000
/** Requests from one network address: a stadium or a school is behind one. */
const NETWORK_LIMIT = { requests: 300, lengthMs: MINUTE_MS }
/** Requests from one network address that need no proof of work. */
const FREE_LIMIT = { requests: 20, lengthMs: MINUTE_MS }
/**
 * Requests to one publisher that need no proof of work. All are counted, not only those that become pending
 * links: otherwise the need of a proof would tell whether the last address was known.
 */
const PUBLISHER_LIMIT = { requests: 1000, lengthMs: 3_600_000 }

/** Publishers whose requests without a proof are known to be used up. */
const MOST_USED_UP = 10_000

/**
 * Returns the function that counts a request to subscribe that nobody vouches for. It throws beyond the limits: with a
 * challenge where a proof of work admits it.
 */
export function admitting(ctx: AppContext) {
  const { limits } = ctx.database
  /**
   * Until when (epoch ms) the requests of a publisher are used up that need no proof. Nothing is counted until then: a
   * crowd would wait for the one row of the count, each request for the commit of the one before.
   */
  const usedUp = new LRUCache<number, number>({ max: MOST_USED_UP })

  return async (
    req: FastifyRequest,
    reply: FastifyReply,
    publisherId: number,
    proof: string | undefined,
  ): Promise<void> => {
    const network = networkOf(req.ip)
    const nonce = proof === undefined ? undefined : await ctx.challenges.read(publisherId, proof)
    if (nonce === undefined) {
      const free = await countRequest(limits, publisherId, `free ${network}`, FREE_LIMIT, ctx.now())
      if (!free.allowed) throw await challenged(publisherId, free.resetMs)
    }
    const closedMs = await countForPublisher(publisherId)
    if (nonce === undefined && closedMs > 0) throw await challenged(publisherId, closedMs)
    // Before the proof is used up, so that it is good for another try.
    await requireWithinLimit(ctx, reply, publisherId, `subscribe ${network}`, NETWORK_LIMIT)
    if (nonce !== undefined && !(await takeNonce(limits, publisherId, 'proof of work', nonce, ctx.now())))
      throw await challenged(publisherId, 1000)
  }

  /** Returns for how many ms the publisher's requests need a proof; 0: not yet. */
  async function countForPublisher(publisherId: number): Promise<number> {
    const now = ctx.now()
    const left = (usedUp.get(publisherId) ?? 0) - now
    // More is left if the clock was set back.
    if (left > 0 && left <= PUBLISHER_LIMIT.lengthMs) return left
    const { allowed, resetMs } = await countRequest(limits, publisherId, 'subscribe', PUBLISHER_LIMIT, now)
    if (allowed) return 0
    usedUp.set(publisherId, now + resetMs)
    return resetMs
  }

  async function challenged(publisherId: number, ms: number) {
    return tooMany(ms / 1000, await ctx.challenges.make(publisherId))
  }
}
