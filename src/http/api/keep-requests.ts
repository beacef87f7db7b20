import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { MOST_URL, requestLogId, type UnsignedRequest } from '../../publishers/request-log.ts'
import { LargeBody } from '../large-body.ts'

/**
 * Keeps each request that names a key we know in the log its publisher can read, whether or not the signature was
 * right: why one was refused is what the log is for. Writing is somebody else's work.
 */
export function keepRequests(app: FastifyInstance, ctx: AppContext): void {
  app.addHook('onResponse', async (req, reply) => {
    if (req.apiKey) keepRequest(ctx, req, reply)
  })
}

function keepRequest(ctx: AppContext, req: FastifyRequest, reply: FastifyReply): void {
  const { publisherId, key } = req.apiKey
  const verified = req.publisher !== null
  if (!verified && !ctx.requestLog.takesUnverified(publisherId)) return
  const url = req.raw.url ?? ''
  const queryAt = url.indexOf('?')
  const at = ctx.now()
  ctx.requestLog.note({
    publisherId,
    id: requestLogId(at),
    at,
    apiKey: key,
    method: req.method,
    path: queryAt === -1 ? url : url.slice(0, queryAt),
    status: reply.statusCode,
    reason: req.refusal?.statusLong ?? '',
    errors: req.refusal?.errors ?? null,
    durationMs: Math.round(reply.elapsedTime),
    requestId: req.id,
    unsigned: verified || reply.statusCode !== 403 ? null : unsignedRequest(url, req.rawBody),
  })
}

/** Undefined where the request was refused before its signature was looked at. */
function unsignedRequest(url: string, body: Buffer | LargeBody | null): UnsignedRequest | null {
  if (!body) return null
  return {
    url: url.slice(0, MOST_URL),
    bodySha256: body instanceof LargeBody ? '' : createHash('sha256').update(body).digest('hex'),
    bodyBytes: body.length,
  }
}
