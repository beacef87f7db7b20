import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type ApiKey, isUsable } from '../../publishers/api-key.ts'
import { findApiKey } from '../../publishers/api-key-store.ts'
import { requireKeyRights } from '../../publishers/key-rights.ts'
import { type Publisher, requirePartner } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import {
  type SignatureForm,
  type SignedRequest,
  verifySignature,
  verifyStreamedBody,
} from '../../signing/signature.ts'
import { requireUnusedNonce } from '../../signing/used-nonce.ts'
import { refusals } from '../contract.ts'
import { readJson } from '../json-body.ts'
import { LargeBody, TOO_LARGE } from '../large-body.ts'
import { requireWithinLimit, waitForTurn } from '../rate-limit.ts'
import { splitOnce } from '../split-once.ts'

declare module 'fastify' {
  interface FastifyRequest {
    publisher: Publisher
    apiKey: ApiKey
    /** The raw body, which the signature covers. Of a too large body only some bytes are kept. */
    rawBody: Buffer | LargeBody
  }
  interface FastifyContextConfig {
    /** Batch operations share one limit per key; all others use the request queue. */
    batch?: boolean
    /** True for a POST that changes nothing. */
    reads?: boolean
    /** True if only partners may call it. */
    partner?: boolean
  }
}

/** The security requirements of both signature forms. */
const SIGNED: Record<string, string[]>[] = [
  { apiKey: [], apiSign: [] },
  { apiKey: [], apiSign: [], apiTime: [] },
]
const NO_BODY = Buffer.alloc(0)

/**
 * Authenticates every request of this scope, in the documented order: API key, then (with the body read)
 * signature, rate, size of the body, body as JSON.
 */
export function requireSignature(app: FastifyInstance, ctx: AppContext): void {
  decorateSigned(app)

  app.addHook('onRoute', (route) => {
    const response = { ...(route.schema?.response as object), ...refusals(403, 429) }
    route.schema = { ...route.schema, security: SIGNED, response }
  })

  app.addHook('onRequest', async (req, reply) => {
    reply.header('cache-control', 'no-store') // responses contain personal data
    await findProgram(ctx, req)
    refuseEncoded(req)
  })

  app.addHook('preValidation', async (req, reply) => {
    await admitProgram(ctx, req, reply)
    if (req.routeOptions.schema?.body) req.body = readJson(bytesOf(req.rawBody))
  })
}

/** Declares the fields that authentication sets. */
export function decorateSigned(app: FastifyInstance): void {
  app.decorateRequest('publisher', null as unknown as Publisher)
  app.decorateRequest('apiKey', null as unknown as ApiKey)
  app.decorateRequest('rawBody', null as unknown as Buffer)
}

/** Finds the API key that a request names. Its signature can be verified only after the body is read. */
export async function findProgram(ctx: AppContext, req: FastifyRequest): Promise<void> {
  const key = (req.query as Record<string, string>).apiKey ?? ''
  const publisherId = await ctx.directory.find('api-key', key)
  const apiKey = publisherId === undefined ? undefined : await findApiKey(ctx.db, publisherId, key)
  if (!apiKey) throw new AppError('forbidden', 'The API Key does not exist in the system')
  req.apiKey = apiKey
}

/** Returns whether a request that needs no signature has one. */
export function isSigned(req: FastifyRequest): boolean {
  return (req.query as Record<string, string>).apiKey !== undefined
}

export function refuseEncoded(req: FastifyRequest): void {
  const encoding = req.headers['content-encoding']
  if (encoding && encoding !== 'identity')
    throw new AppError('unsupported', 'Content-Encoding is not supported')
}

/**
 * Verifies the signature, the rights of the key and the nonce, and counts the request. Once `publisher` is
 * set, the signature is valid.
 */
export async function admitProgram(ctx: AppContext, req: FastifyRequest, reply: FastifyReply): Promise<void> {
  keepRawBody(req)
  const { rawBody } = req
  // The rest of the body may be unread, so the connection can't be reused.
  if (rawBody instanceof LargeBody) reply.header('connection', 'close')
  const { query, form } = await authenticate(req, ctx.now())
  req.publisher = await getPublisher(ctx.db, req.apiKey.publisherId)
  const { partner, batch = false, reads = false } = req.routeOptions.config
  requireKeyRights(req.apiKey, { method: req.method, batch, reads, ip: req.ip })
  if (partner) requirePartner(req.publisher)
  await requireUnusedNonce(ctx.database.limits, req.apiKey, query, form, ctx.now())
  ctx.keyUse.note(req.apiKey.publisherId, req.apiKey.key)
  if (batch) {
    const limit = { requests: 1, lengthMs: ctx.config.batchIntervalMs }
    await requireWithinLimit(ctx, reply, req.publisher.id, `batch ${req.apiKey.key}`, limit)
  } else await waitForTurn(ctx, reply, req.apiKey, rawBody instanceof LargeBody ? 0 : rawBody.length)
  if (rawBody instanceof LargeBody) throw TOO_LARGE
}

export function keepRawBody(req: FastifyRequest): void {
  req.rawBody = Buffer.isBuffer(req.body) || req.body instanceof LargeBody ? req.body : NO_BODY
}

/** Returns the bytes of a body. Throws if it was too large. */
export function bytesOf(body: Buffer | LargeBody): Buffer {
  if (body instanceof LargeBody) throw TOO_LARGE
  return body
}

async function authenticate(
  req: FastifyRequest,
  now: number,
): Promise<{ query: SignedRequest['query']; form: SignatureForm }> {
  const { apiKey, rawBody: body } = req
  const [path = '', query = ''] = splitOnce(req.raw.url ?? '', '?')
  const pairs = [...new URLSearchParams(query)] as [string, string][]
  const signed = { method: req.method, path, query: pairs }
  const form =
    body instanceof LargeBody
      ? await verifyStreamedBody(apiKey.secret, signed, body.chunks(), now)
      : verifySignature(apiKey.secret, { ...signed, body }, now)
  if (!form || (apiKey.sha256Only && form === 'md5'))
    throw new AppError('forbidden', 'API signature does not match')
  if (!isUsable(apiKey, now)) throw new AppError('forbidden', 'The API Key is not active')
  return { query: pairs, form }
}
