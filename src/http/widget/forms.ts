import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { readJson } from '../json-body.ts'
import { networkOf } from '../network-of.ts'
import { requireWithinLimit } from '../rate-limit.ts'

/** What people send by hand: 10 a minute from one address. */
const FORM_LIMIT = { requests: 10, lengthMs: 60_000 }

/** Counts a form against its sender's limit. */
export async function requireFormRate(
  ctx: AppContext,
  req: FastifyRequest,
  reply: FastifyReply,
  publisherId: number,
): Promise<void> {
  await requireWithinLimit(ctx, reply, publisherId, `form ${networkOf(req.ip)}`, FORM_LIMIT)
}

/** Reads the body as JSON, before it is checked. */
export async function parseBody(req: FastifyRequest): Promise<void> {
  req.body = readJson(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0))
}
