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
  verifyPassingBody,
  verifySignature,
} from '../../publishers/signature.ts'
import { requireFirstTime } from '../../publishers/used-nonce.ts'
import { readJson } from '../json-body.ts'
import { LargeBody, TOO_LARGE } from '../large-body.ts'
import { requireWithinLimit, waitForTurn } from '../rate-limit.ts'
import { splitOnce } from '../split-once.ts'

declare module 'fastify' {
  interface FastifyRequest {
    publisher: Publisher
    apiKey: ApiKey
    /** The body as it came; signatures are made over it. Of one that is too large only what was read of it is known. */
    rawBody: Buffer | LargeBody
  }
  interface FastifyContextConfig {
    /** Batch operations share one slow limit; all others wait for their turns. */
    batch?: boolean
    /** Changes nothing, though it is a POST. */
    reads?: boolean
    /** Only for partners. */
    partner?: boolean
  }
}

const NO_BODY = Buffer.alloc(0)

/**
 * Signs every request of this scope in, in the documented order: the key, then (with the body read) the
 * signature, the rate, the size of the body, the body as JSON.
 */
export function requireSignature(app: FastifyInstance, ctx: AppContext): void {
  decorateSigned(app)

  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ apiKey: [], apiSign: [] }] }
  })

  app.addHook('onRequest', async (req, reply) => {
    reply.header('cache-control', 'no-store') // answers hold personal data
    await findProgram(ctx, req)
    refuseEncoded(req)
  })

  app.addHook('preValidation', async (req, reply) => {
    await admitProgram(ctx, req, reply)
    if (req.routeOptions.schema?.body) req.body = readJson(octetsOf(req.rawBody))
  })
}

/** Room on each request for what signing in finds out. */
export function decorateSigned(app: FastifyInstance): void {
  app.decorateRequest('publisher', null as unknown as Publisher)
  app.decorateRequest('apiKey', null as unknown as ApiKey)
  app.decorateRequest('rawBody', null as unknown as Buffer)
}

/** The key a request names. Whether the request is really made with its secret is not known before the body is read. */
export async function findProgram(ctx: AppContext, req: FastifyRequest): Promise<void> {
  const key = (req.query as Record<string, string>).apiKey ?? ''
  const publisherId = await ctx.directory.find('api-key', key)
  const apiKey = publisherId === undefined ? undefined : await findApiKey(ctx.db, publisherId, key)
  if (!apiKey) throw new AppError('forbidden', 'The API Key does not exist in the system')
  req.apiKey = apiKey
}

export function refuseEncoded(req: FastifyRequest): void {
  const encoding = req.headers['content-encoding']
  if (encoding && encoding !== 'identity')
    throw new AppError('unsupported', 'Content-Encoding is not supported')
}

/**
 * Verifies the signature over the body as it came, then what the key is good for and that the request is no replay,
 * and counts it. From where `publisher` is set, the request is known to be made with the secret.
 */
export async function admitProgram(ctx: AppContext, req: FastifyRequest, reply: FastifyReply): Promise<void> {
  keepRawBody(req)
  const { rawBody } = req
  // Its end may not have been read.
  if (rawBody instanceof LargeBody) reply.header('connection', 'close')
  const { query, form } = await authenticate(req, ctx.now())
  req.publisher = await getPublisher(ctx.db, req.apiKey.publisherId)
  const { partner, batch = false, reads = false } = req.routeOptions.config
  requireKeyRights(req.apiKey, { method: req.method, batch, reads, ip: req.ip })
  if (partner) requirePartner(req.publisher)
  await requireFirstTime(ctx.database.limits, req.apiKey, query, form, ctx.now())
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

/** The octets of a body that is not too large, which is refused before. */
export function octetsOf(body: Buffer | LargeBody): Buffer {
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
      ? await verifyPassingBody(apiKey.secret, signed, body.octets(), now)
      : verifySignature(apiKey.secret, { ...signed, body }, now)
  if (!form || (apiKey.sha256Only && form === 'md5'))
    throw new AppError('forbidden', 'API signature does not match')
  if (!isUsable(apiKey, now)) throw new AppError('forbidden', 'The API Key is not active')
  return { query: pairs, form }
}
