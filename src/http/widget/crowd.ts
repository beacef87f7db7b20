import type { FastifyReply, FastifyRequest } from 'fastify'
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

/**
 * Counts a request to subscribe that nobody vouches for. Throws beyond the limits: with a challenge where a proof
 * of work admits it.
 */
export async function requireRoom(
  ctx: AppContext,
  req: FastifyRequest,
  reply: FastifyReply,
  publisherId: number,
  proof: string | undefined,
): Promise<void> {
  const { limits } = ctx.database
  const network = networkOf(req.ip)
  const count = (name: string, limit: typeof FREE_LIMIT) =>
    countRequest(limits, publisherId, name, limit, ctx.now())
  const nonce = proof === undefined ? undefined : await ctx.challenges.read(publisherId, proof)
  if (nonce === undefined) {
    const free = await count(`free ${network}`, FREE_LIMIT)
    if (!free.allowed) throw await challenged(free.resetMs)
  }
  const all = await count('subscribe', PUBLISHER_LIMIT)
  if (nonce === undefined && !all.allowed) throw await challenged(all.resetMs)
  // Before the proof is used up, so that it is good for another try.
  await requireWithinLimit(ctx, reply, publisherId, `subscribe ${network}`, NETWORK_LIMIT)
  if (nonce !== undefined && !(await takeNonce(limits, publisherId, 'proof of work', nonce, ctx.now())))
    throw await challenged(1000)

  async function challenged(ms: number) {
    return tooMany(ms / 1000, await ctx.challenges.make(publisherId))
  }
}
