import type { FastifyReply } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { ApiKey } from '../publishers/api-key.ts'
import { countRequest, type Limit } from '../publishers/request-window.ts'
import { onceAnswered } from './once-answered.ts'

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
  if (!allowance.allowed) throw tooMany(seconds)
}

/**
 * Lets a signed request go on at the pace of its API key. Beyond the burst it waits some seconds for its turn; a
 * request that would have to wait longer is refused.
 */
export async function waitForTurn(
  { turns }: AppContext,
  reply: FastifyReply,
  { publisherId, key }: Pick<ApiKey, 'publisherId' | 'key'>,
  bytes: number,
): Promise<void> {
  if (!turns) return
  const { perSecond, burst } = turns.pace
  const turn = await turns.take({
    publisherId,
    name: `api ${key}`,
    bytes,
    onLeave: (left) => onceAnswered(reply, left),
  })
  reply.headers({
    'ratelimit-limit': burst,
    'ratelimit-remaining': turn.remaining,
    'ratelimit-reset': Math.max(1, Math.ceil(turn.nextMs / 1000)),
    'ratelimit-policy': `${perSecond};w=1;burst=${burst}`,
  })
  if (!turn.taken) throw tooMany(turn.waitMs / 1000)
  if (turn.left) throw new AppError('invalid', 'The request was broken off')
}

function tooMany(seconds: number): AppError {
  return new AppError('too_many', 'Too many requests! Try again after sometime.', { retryAfter: seconds })
}
