import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { applicationOf } from '../feeds/applications.ts'
import { joinProcesses } from '../metrics/all-processes.ts'
import { createBacklogMetrics } from '../metrics/backlog-metrics.ts'
import { countFeedRead, countRequest, type Meters, routeMeter } from '../metrics/meters.ts'
import { watchProcess } from '../metrics/process-metrics.ts'
import { serviceMetrics } from '../metrics/service-metrics.ts'
import { METRICS_TYPE, metricsText } from '../metrics/text.ts'
import { isPublicAddress } from '../webhooks/address-guard.ts'

/** The group of routes that feeds are counted under. */
const FEEDS = 'feed'
/** Which routes are counted together: the first that an address begins with. */
const GROUPS: [start: string, group: string][] = [
  ['/apiv2/batch', 'batch'],
  ['/apiv2', 'api'],
  ['/admin/api', 'admin'],
  ['/admin', 'page'],
  ['/feed/', FEEDS],
  ['/calendar/:id.ics', FEEDS],
  ['/old/', 'redirect'],
  ['/l/', 'link'],
  ['/w/', 'widget'],
  ['/manage/', 'portal'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
]
const OTHERS = 'page'
const NO_ROUTE = 'none'
const SIGN_IN = new Set(['/admin/api/session', '/admin/api/session/redeem'])
const SIGN_IN_REFUSED = new Set([401, 403, 429])

/** What proxies add. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Counts all requests. To be called before there are routes: each gets its counter once, and looks nothing up later. */
export function countRequests(app: FastifyInstance, { meters }: AppContext): void {
  const lost = routeMeter(meters, NO_ROUTE)
  app.addHook('onRoute', (route) => {
    const group = groupOf(route.url)
    const meter = routeMeter(meters, group)
    const signsIn = SIGN_IN.has(route.url)
    const count: Hook = (req, reply, done) => {
      const { statusCode, elapsedTime } = reply
      countRequest(meter, req.method, statusCode, elapsedTime)
      if (group === FEEDS) countFeed(meters, req, reply)
      if (signsIn && req.method === 'POST' && SIGN_IN_REFUSED.has(statusCode)) meters.signInFailures++
      done()
    }
    route.onResponse = [count, ...[route.onResponse ?? []].flat()]
  })
  app.addHook('onResponse', (req, reply, done) => {
    if (req.is404) countRequest(lost, req.method, reply.statusCode, reply.elapsedTime)
    done()
  })
}

function countFeed(meters: Meters, req: FastifyRequest, reply: FastifyReply): void {
  countFeedRead(meters, applicationOf(req.headers['user-agent']).name, reply.statusCode)
  if (reply.statusCode === 200 && req.method === 'GET')
    meters.feedBytes += Number(reply.getHeader('content-length'))
}

type Hook = Exclude<NonNullable<RouteOptions['onResponse']>, unknown[]>

/** `GET /metrics`: what Prometheus asks for, of all processes of this service on this machine. */
export function metricsRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const processMetrics = watchProcess()
    const backlogMetrics = createBacklogMetrics(ctx)
    const own = () => [...serviceMetrics(ctx), ...processMetrics.read()]
    const others = joinProcesses(own)
    app.addHook('onClose', (_app, done) => {
      others.close()
      processMetrics.close()
      done()
    })
    app.get('/metrics', { schema: { hide: true } }, async (req, reply) => {
      requireAccess(ctx, req)
      const [backlog, processes] = await Promise.all([backlogMetrics(), others.read()])
      return reply
        .header('cache-control', 'no-store')
        .type(METRICS_TYPE)
        .send(await metricsText([[...own(), ...backlog], ...processes]))
    })
    return Promise.resolve()
  }
}

/**
 * With a token: whoever has it. Without one: who asks from this machine or a private network, and not through a
 * proxy, which would lend its own address to the whole world. We speak no TLS: where the public address does, there
 * is a proxy, and one that we were told nothing of may also hide that it is one.
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
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return (
    given !== undefined && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
  )
}

function groupOf(url: string): string {
  return GROUPS.find(([start]) => url.startsWith(start))?.[1] ?? OTHERS
}
