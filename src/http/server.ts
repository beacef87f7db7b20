import { randomUUID } from 'node:crypto'
import swagger from '@fastify/swagger'
import { fastify, type FastifyBaseLogger, LogController } from 'fastify'
import type { TSchema } from 'typebox'
import { checker, type Wording } from '../check.ts'
import type { AppContext } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { adminRoutes } from './admin/index.ts'
import { apiRoutes } from './api/index.ts'
import { limitConnections } from './connections.ts'
import { answerClientError, installErrorHandling, requireHost, sendAddressError } from './errors.ts'
import { feedRoutes } from './feeds/index.ts'
import { plainHeaders } from './headers.ts'
import { healthRoutes } from './health.ts'
import { linkRoutes } from './links.ts'
import { logoRoutes } from './logos.ts'
import { countRequests, metricsRoutes } from './metrics.ts'
import { adminApiInfo, completed, documentOf, openApiInfo } from './open-api.ts'
import { readPageAssets } from './pages/assets.ts'
import { pageRoutes } from './pages/index.ts'
import { sendMissing, wantsPage } from './pages/missing.ts'
import { takeRawQueries } from './raw-query.ts'
import { redirectRoutes } from './redirects.ts'
import { readBodies } from './request-bodies.ts'
import { createRouteTable } from './route-table.ts'
import { cutSlowReaders } from './slow-readers.ts'
import { splitOnce } from './split-once.ts'
import { takeTurns } from './turns.ts'
import { widgetRoutes } from './widget/index.ts'

/** Bytes of a request body, where a route sets no limit of its own. */
const BODY_LIMIT = 256_000
const MAX_PARAMETER = 2000
/** Milliseconds a request head may take, a whole request, a connection on which nothing moves. */
const HEAD_MS = 10_000
const REQUEST_MS = 30_000
const SILENCE_MS = 60_000
/** How often slow ones are looked for, and the bytes of a head. */
const LOOKED_FOR_MS = 2000
const HEAD_BYTES = 16_384

export type App = Awaited<ReturnType<typeof buildServer>>

/** The whole service on one HTTP server; `listen` is the caller's. */
export async function buildServer(ctx: AppContext) {
  const loggerInstance: FastifyBaseLogger = ctx.log
  const headers = plainHeaders(ctx.config.http.publicUrl)
  const routes = createRouteTable()
  const app = fastify({
    loggerInstance,
    // Two lines for each request would cost half of a small one: surfaces log what is worth it themselves.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // X-Forwarded-For is believed for as many hops as there are proxies of our own.
    trustProxy: (_address: string, hop: number) => hop < ctx.config.http.trustedProxies,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    http: {
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: LOOKED_FOR_MS,
      maxHeaderSize: HEAD_BYTES,
      // Node's own refusal is empty.
      requireHostHeader: false,
    },
    frameworkErrors: sendAddressError(headers),
    clientErrorHandler: (error, socket) =>
      takesRawQuery(error, socket) || answerClientError(ctx.log, routes, headers, error, socket),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER,
      querystringParser: parseQuery,
    },
  })

  const { maxConnections: most, maxPerAddress: perAddress } = ctx.config.http
  limitConnections(app.server, { most, perAddress }, ctx.log)
  cutSlowReaders(app.server, ctx.log)
  const assets = readPageAssets()
  installErrorHandling(app, routes, (req, reply) => wantsPage(req) && sendMissing(req, reply, assets))
  app.addHook('onRoute', (route) => routes.add(route))
  countRequests(app, ctx)
  app.addHook('onRequest', async (req, reply) => {
    reply.headers({ ...headers, 'x-request-id': req.id })
    // No name or id of ours has it, and PostgreSQL can't even look for it.
    const [path = '', query = ''] = splitOnce(req.url, '?')
    if (path.includes('%00')) throw new AppError('not_found', 'Not Found')
    if (query.includes('%00')) throw new AppError('invalid', 'The query has NUL (%00) in it')
  })
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as TSchema, httpPart))
  // Answers are written as they are: the schema documents them.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  readBodies(app, ctx.log)

  await app.register(swagger, {
    openapi: openApiInfo(ctx.config.http.publicUrl),
    transform: documentOf(false),
    transformObject: completed(ctx.config.http.publicUrl),
  })
  await app.register(swagger, {
    openapi: adminApiInfo(ctx.config.http.publicUrl),
    transform: documentOf(true),
    decorator: 'adminApi',
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  app.get('/admin/openapi.json', { schema: { hide: true } }, () => app.adminApi())
  await app.register(apiRoutes(ctx), { prefix: '/apiv2' })
  await app.register(adminRoutes(ctx), { prefix: '/admin/api' })
  await app.register(feedRoutes(ctx))
  await app.register(linkRoutes(ctx, assets))
  await app.register(redirectRoutes(ctx))
  await app.register(logoRoutes(ctx))
  await app.register(widgetRoutes(ctx))
  await app.register(pageRoutes(ctx, assets))
  await app.register(healthRoutes(ctx))
  await app.register(metricsRoutes(ctx))
  await app.ready()
  requireHost(ctx.log, app.server, headers)
  takeTurns(app.server)
  const takesRawQuery = takeRawQueries(app.server)
  return app
}

/**
 * One reading of a query for its meaning and for its signature: the form encoding of the URL standard, where
 * `+` is a space. Of a key that is repeated the last value counts.
 */
function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Checks with our own wording. */
function compileValidator(schema: TSchema & Wording, httpPart?: string) {
  if (schema.readBy) return () => true
  const label = schema.label ?? (httpPart === 'body' ? 'Body' : 'Parameter')
  const check = checker(schema, label)
  return (value: unknown) => {
    const errors = check(value)
    return errors ? { error: invalid(errors) } : { value }
  }
}
