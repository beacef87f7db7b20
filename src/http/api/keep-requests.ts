import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { MOST_URL, requestLogId, type UnsignedRequest } from '../../request-log/request-log.ts'
import { LargeBody } from '../large-body.ts'

/**
 * Adds every request with a known API key to the publisher's request log, even if its signature is wrong: the
 * log exists to explain refusals. Entries are written later, see `RequestLog`.
 */
export function keepRequests(app: FastifyInstance, ctx: AppContext): void {
  app.addHook('onResponse', async (req, reply) => {
    if (req.apiKey) keepRequest(ctx, req, reply)
  })
}

function keepRequest(ctx: AppContext, req: FastifyRequest, reply: FastifyReply): void {
  const { publisherId, key } = req.apiKey
  const verified = req.publisher !== null
  if (!verified && !ctx.requestLog.acceptsUnverified(publisherId)) return
  const url = req.raw.url ?? ''
  const queryAt = url.indexOf('?')
  const at = ctx.now()
  ctx.requestLog.add({
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

/** Returns null if the request was refused before its signature was checked. */
function unsignedRequest(url: string, body: Buffer | LargeBody | null): UnsignedRequest | null {
  if (!body) return null
  return {
    url: url.slice(0, MOST_URL),
    bodySha256: body instanceof LargeBody ? '' : createHash('sha256').update(body).digest('hex'),
    bodyBytes: body.length,
  }
}
