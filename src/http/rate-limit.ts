import type { FastifyReply } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { countRequest, type Limit } from '../limits/request-window.ts'
import type { ApiKey } from '../publishers/api-key.ts'
import { onceAnswered } from './once-answered.ts'

/**
 * Counts a request, sends the state of the limit in the RateLimit header fields, and throws beyond the limit.
 */
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
 * Counts a request, and throws beyond the limit. The response does not show how many were counted: they may be
 * about somebody else.
 */
export async function requireSilently(
  ctx: AppContext,
  publisherId: number,
  name: string,
  limit: Limit,
): Promise<void> {
  const { allowed, resetMs } = await countRequest(ctx.database.limits, publisherId, name, limit, ctx.now())
  if (!allowed) throw tooMany(resetMs / 1000)
}

/**
 * Delays a signed request to the rate of its API key. Beyond the burst it waits up to two seconds; a request
 * that would have to wait longer is refused.
 */
export async function waitForTurn(
  { requestQueue }: AppContext,
  reply: FastifyReply,
  { publisherId, key }: Pick<ApiKey, 'publisherId' | 'key'>,
  bytes: number,
): Promise<void> {
  if (!requestQueue) return
  const { perSecond, burst } = requestQueue.pace
  const { granted, clientLeft, remaining, waitMs, nextMs } = await requestQueue.wait({
    publisherId,
    name: `api ${key}`,
    bytes,
    onLeave: (listener) => onceAnswered(reply, listener),
  })
  reply.headers({
    'ratelimit-limit': burst,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': Math.max(1, Math.ceil(nextMs / 1000)),
    'ratelimit-policy': `${perSecond};w=1;burst=${burst}`,
  })
  if (!granted) throw tooMany(waitMs / 1000)
  if (clientLeft) throw new AppError('invalid', 'The request was broken off')
}

/** The refusal beyond a limit. `challenge`: work that admits the request before `seconds` have passed. */
export function tooMany(seconds: number, challenge?: object): AppError {
  const more = { retryAfter: seconds, ...(challenge && { challenge }) }
  return new AppError('too_many', 'Too many requests! Try again after sometime.', more)
}
