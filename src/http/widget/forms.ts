import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LinkOwner, LinkTarget } from '../../links/links.ts'
import { readJson } from '../json-body.ts'
import { networkOf } from '../network-of.ts'
import { requireWithinLimit } from '../rate-limit.ts'

export const ById = Type.Object({ id: Type.String({ description: 'The id of a widget.' }) })

/** Forms with one person's link, which are sent by hand. */
const PERSON_LIMIT = { requests: 20, lengthMs: 60_000 }
/** Forms from one network address: a school or a stadium is behind one. */
const NETWORK_LIMIT = { requests: 300, lengthMs: 60_000 }

/** Throws if too many forms are sent with the links of one person, or from one network address. */
export async function requireFormRate(
  ctx: AppContext,
  req: FastifyRequest,
  reply: FastifyReply,
  { publisherId, id }: LinkOwner,
): Promise<void> {
  await requireWithinLimit(ctx, reply, publisherId, `form ${networkOf(req.ip)}`, NETWORK_LIMIT)
  await requireWithinLimit(ctx, reply, publisherId, `form ${id}`, PERSON_LIMIT)
}

/**
 * Counts the request as a form, and returns the target of its manage link. Forged links are not counted, because
 * they have no publisher.
 */
export async function countedTarget(
  ctx: AppContext,
  req: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<LinkTarget> {
  const target = ctx.links.read('manage', req.params.token)
  if (!target) throw new AppError('not_found', 'Not Found')
  await requireFormRate(ctx, req, reply, target)
  return target
}

/** Parses the body as JSON before validation. */
export async function parseBody(req: FastifyRequest): Promise<void> {
  req.body = readJson(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0))
}
