import type { FastifyReply } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { countRequest, type Limit } from '../publishers/request-window.ts'

/** Counts a request and tells the caller where it stands (RateLimit header fields); refuses it beyond the limit. */
export async function requireWithinLimit(
  ctx: AppContext,
  reply: FastifyReply,
  publisherId: number,
  name: string,
  limit: Limit,
): Promise<void> {
  if (limit.lengthMs === 0) return
  const allowance = await countRequest(ctx.database.limits, publisherId, name, limit, ctx.now())
  const seconds = allowance.resetMs / 1000
  reply.headers({
    'ratelimit-limit': limit.requests,
    'ratelimit-remaining': allowance.remaining,
    'ratelimit-reset': Math.ceil(seconds),
    'ratelimit-policy': `${limit.requests};w=${Math.ceil(limit.lengthMs / 1000)}`,
  })
  if (allowance.allowed) return
  throw new AppError('too_many', 'Too many requests! Try again after sometime.', { retryAfter: seconds })
}
