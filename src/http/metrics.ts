import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { applicationOf } from '../feeds/applications.ts'
import { joinProcesses } from '../metrics/all-processes.ts'
import { createBacklogMetrics } from '../metrics/backlog-metrics.ts'
import { countFeedRead, countRequest, type Meters } from '../metrics/meters.ts'
import { addProcessMetrics } from '../metrics/process-metrics.ts'
import { addServiceMetrics } from '../metrics/service-metrics.ts'
import { isPublicAddress } from '../net/address-guard.ts'

/** The group of feed routes. */
const FEEDS = 'feed'
/** Groups of routes by URL prefix; the first match counts. */
const GROUPS: [start: string, group: string][] = [
  ['/apiv2/batch', 'batch'],
  ['/apiv2', 'api'],
  ['/admin/api', 'admin'],
  ['/admin', 'page'],
  ['/feed/', FEEDS],
  ['/calendar/:id.ics', FEEDS],
  ['/dav', 'dav'],
  ['/.well-known/caldav', 'dav'],
  ['/old/', 'redirect'],
  ['/l/', 'link'],
  ['/w/', 'widget'],
  ['/manage/', 'portal'],
  ['/confirm/', 'portal'],
  ['/email/', 'portal'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
]
const OTHERS = 'page'
const NO_ROUTE = 'none'
const SIGN_IN = new Set(['/admin/api/session', '/admin/api/session/redeem'])
const SIGN_IN_REFUSED = new Set([401, 403, 429])

/** Headers added by proxies. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Counts all requests. Call it before adding routes. */
export function countRequests(app: FastifyInstance, { meters }: AppContext): void {
  const countOne = (group: string, { method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) =>
    countRequest(meters, group, { method, status: statusCode, milliseconds: elapsedTime })
  app.addHook('onRoute', (route) => {
    const group = groupOf(route.url)
    const signsIn = SIGN_IN.has(route.url)
    const count: Hook = (req, reply, done) => {
      const { statusCode } = reply
      countOne(group, req, reply)
      if (group === FEEDS) countFeed(meters, req, reply)
      if (signsIn && req.method === 'POST' && SIGN_IN_REFUSED.has(statusCode)) meters.signInFailures.inc()
      done()
    }
    route.onResponse = [count, ...[route.onResponse ?? []].flat()]
  })
  app.addHook('onResponse', (req, reply, done) => {
    if (req.is404) countOne(NO_ROUTE, req, reply)
    done()
  })
}

function countFeed(meters: Meters, req: FastifyRequest, reply: FastifyReply): void {
  countFeedRead(meters, applicationOf(req.headers['user-agent']).name, reply.statusCode)
  if (reply.statusCode === 200 && req.method === 'GET')
    meters.feedBytes.inc(Number(reply.getHeader('content-length')))
}

type Hook = Exclude<NonNullable<RouteOptions['onResponse']>, unknown[]>

/** `GET /metrics` for Prometheus, with the numbers of all processes of the service on this machine. */
export function metricsRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const registry = new Registry()
    addServiceMetrics(registry, ctx)
    const processMetrics = addProcessMetrics(registry)
    const backlogMetrics = createBacklogMetrics(ctx)
    const own = () => Registry.merge([ctx.meters.registry, registry]).getMetricsAsJSON()
    const others = joinProcesses(own)
    app.addHook('onClose', (_app, done) => {
      others.close()
      processMetrics.close()
      done()
    })
    app.get('/metrics', { schema: { hide: true } }, async (req, reply) => {
      requireAccess(ctx, req)
      const [ours, backlog, processes] = await Promise.all([own(), backlogMetrics(), others.read()])
      const all = AggregatorRegistry.aggregate([[...ours, ...backlog], ...processes])
      return reply
        .header('cache-control', 'no-store')
        .type(all.contentType)
        .send(await all.metrics())
    })
    return Promise.resolve()
  }
}

/**
 * Throws unless the client may read the metrics. If a token is configured, it is required. Otherwise only
 * clients on this machine or in a private network may read, and not through a proxy, whose private address
 * would stand for the whole internet. The service speaks no TLS itself, so an https public URL means that
 * there is a proxy; unless it is configured, it may not be recognisable as one.
 */
function requireAccess({ config }: AppContext, req: FastifyRequest): void {
  const { metricsToken, publicUrl, trustedProxies } = config.http
  if (metricsToken !== undefined) {
    if (isToken(req.headers.authorization, metricsToken)) return
    throw new AppError('forbidden', 'The metrics need FASTI_METRICS_TOKEN as a bearer token')
  }
  const proxied = FORWARDED.some((name) => req.headers[name] !== undefined)
  const hidden = publicUrl.startsWith('https:') && trustedProxies === 0
  const peer = req.socket.remoteAddress ?? ''
  if (!proxied && !hidden && peer !== '' && !isPublicAddress(peer)) return
  throw new AppError(
    'forbidden',
    'The metrics are not public. Set FASTI_METRICS_TOKEN, and send it as a bearer token',
  )
}

function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return (
    sent !== undefined && timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', token, 'buffer'))
  )
}

function groupOf(url: string): string {
  return GROUPS.find(([start]) => url.startsWith(start))?.[1] ?? OTHERS
}
