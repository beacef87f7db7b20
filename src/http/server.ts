import { randomUUID } from 'node:crypto'
import swagger from '@fastify/swagger'
import { fastify, type FastifyBaseLogger, LogController } from 'fastify'
import type { TSchema } from 'typebox'
import { checker, type Wording } from '../check.ts'
import type { AppContext } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { createCensus } from '../publishers/census.ts'
import { adminRoutes } from './admin/index.ts'
import { apiRoutes } from './api/index.ts'
import { limitConnections } from './connections.ts'
import { requireContracts } from './contract.ts'
import { davRoutes } from './dav/index.ts'
import { installErrorHandling, sendAddressError, sendClientError } from './errors.ts'
import { feedRoutes } from './feeds/index.ts'
import { readerFeedRoutes } from './feeds/reader-feeds.ts'
import { plainHeaders } from './headers.ts'
import { healthRoutes } from './health.ts'
import { linkRoutes } from './links.ts'
import { logoRoutes } from './logos.ts'
import { countRequests, metricsRoutes } from './metrics.ts'
import { adminApiInfo, completed, documentOf, openApiInfo } from './open-api.ts'
import { loadRenderer, readPageAssets } from './pages/assets.ts'
import { frontPage } from './pages/front.ts'
import { pageRoutes } from './pages/index.ts'
import { sendMissing, wantsPage } from './pages/missing.ts'
import { serializePipelined } from './pipelining.ts'
import { acceptRawQueries } from './raw-query.ts'
import { redirectRoutes } from './redirects.ts'
import { readBodies } from './request-bodies.ts'
import { createRouteTable } from './route-table.ts'
import { cutSlowReaders } from './slow-readers.ts'
import { splitOnce } from './split-once.ts'
import { widgetRoutes } from './widget/index.ts'

/** Bytes of a request body, unless the route sets a limit. */
const BODY_LIMIT = 256_000
const MAX_PARAMETER = 2000
/**
 * Time limits in milliseconds: for the head of a request, the whole request, and a connection without
 * traffic.
 */
const HEAD_MS = 10_000
const REQUEST_MS = 30_000
const SILENCE_MS = 60_000
/** The interval of checks for slow requests, and the maximum bytes of a head. */
const CHECK_INTERVAL_MS = 2000
const HEAD_BYTES = 16_384

export type App = Awaited<ReturnType<typeof buildServer>>

/** Builds the HTTP server of the whole service. The caller starts it. */
export async function buildServer(ctx: AppContext) {
  const loggerInstance: FastifyBaseLogger = ctx.log
  const headers = plainHeaders(ctx.config.http.publicUrl)
  const routes = createRouteTable()
  const app = fastify({
    loggerInstance,
    // Fastify's two lines per request would double the cost of a small one: surfaces log what matters.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // X-Forwarded-For is trusted for as many hops as there are configured proxies.
    trustProxy: (_address: string, hop: number) => hop < ctx.config.http.trustedProxies,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    http: {
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: HEAD_BYTES,
      // Node's own response has no body.
      requireHostHeader: false,
    },
    frameworkErrors: sendAddressError(headers),
    clientErrorHandler: (error, socket) =>
      acceptsRawQuery(error, socket) || sendClientError(ctx.log, routes, headers, error, socket),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER,
      querystringParser: parseQuery,
    },
  })

  const { maxConnections: most, maxPerAddress: perAddress } = ctx.config.http
  limitConnections(app.server, { most, perAddress }, ctx.log)
  cutSlowReaders(app.server, ctx.log)
  const renderer = await loadRenderer()
  const assets = readPageAssets(renderer)
  installErrorHandling(app, routes, (req, reply) => wantsPage(req) && sendMissing(req, reply, assets))
  app.addHook('onRoute', (route) => routes.add(route))
  requireContracts(app)
  countRequests(app, ctx)
  app.addHook('onRequest', (req, reply, done) => {
    reply.headers(headers).header('x-request-id', req.id)
    if (req.headers.host === undefined && req.raw.httpVersion === '1.1') {
      reply.header('connection', 'close')
      throw new AppError('invalid', 'The request has no Host') // RFC 9112 3.2
    }
    // No name or id contains NUL, and PostgreSQL rejects it even in a query.
    const [path = '', query = ''] = splitOnce(req.url, '?')
    if (path.includes('%00')) throw new AppError('not_found', 'Not Found')
    if (query.includes('%00')) throw new AppError('invalid', 'The query has NUL (%00) in it')
    done()
  })
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as TSchema, httpPart))
  // Responses are serialised as they are: their schemas are only documentation.
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
  await app.register(readerFeedRoutes(ctx))
  await app.register(davRoutes(ctx))
  await app.register(linkRoutes(ctx, assets))
  await app.register(redirectRoutes(ctx))
  await app.register(logoRoutes(ctx))
  await app.register(widgetRoutes(ctx))
  const census = createCensus(ctx.db)
  await app.register(frontPage(ctx, assets, census))
  await app.register(pageRoutes(ctx, assets, renderer, census))
  await app.register(healthRoutes(ctx))
  await app.register(metricsRoutes(ctx))
  await app.ready()
  serializePipelined(app.server)
  const acceptsRawQuery = acceptRawQueries(app.server)
  return app
}

/**
 * Parses a query by the form encoding of the URL standard, where `+` is a space, exactly as the signature
 * check does. The last value of a repeated key counts.
 */
function parseQuery(query: string): Record<string, string> {
  return query === '' ? {} : Object.fromEntries(new URLSearchParams(query))
}

/** Validates with our own error messages. */
function compileValidator(schema: TSchema & Wording, httpPart?: string) {
  if (schema.readBy) return () => true
  const label = schema.label ?? (httpPart === 'body' ? 'Body' : 'Parameter')
  const check = checker(schema, label)
  return (value: unknown) => {
    const errors = check(value)
    return errors ? { error: invalid(errors) } : { value }
  }
}
