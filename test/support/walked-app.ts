import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../src/config.ts'
import { askedBy } from './statements.ts'
import { startTestApp, type TestApp, type TestOptions } from './test-app.ts'
import { BEHIND_PROXY } from './users.ts'

/** The service, with all its routes and how each was answered so far. */
export interface WalkedApp {
  app: TestApp
  /** `GET /w/:id` and the statuses it answered with; none: nobody asked. */
  answers: Map<string, number[]>
  /** Counts no more answers. */
  stop: () => void
}

/** Opens the metrics of such a service. */
export const METRICS_TOKEN = 'token-of-those-who-watch-the-service'

/** Starts the service on PostgreSQL so that what a request asks of the database carries the name of its route. */
export async function walkedApp(options: TestOptions): Promise<WalkedApp> {
  const answers: WalkedApp['answers'] = new Map()
  const config = (read: Config) => {
    const { http, ...others } = BEHIND_PROXY.config(options.config?.(read) ?? read)
    return { ...others, http: { ...http, metricsToken: METRICS_TOKEN } }
  }
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    const nameOf = (method: string, url = 'unknown') => `${method} ${url}`
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') answers.set(nameOf(each, url), [])
    })
    fastify.addHook('onRequest', (req, _reply, done) =>
      askedBy(nameOf(req.method, req.routeOptions.url), done),
    )
    fastify.addHook('onResponse', (req, reply, done) => {
      answers.get(nameOf(req.method, req.routeOptions.url))?.push(reply.statusCode)
      done()
    })
  }
  subscribe('fastify.initialization', watch)
  const app = await startTestApp('postgres', { ...options, config }).finally(() =>
    unsubscribe('fastify.initialization', watch),
  )
  // Feeds are answered below the routes.
  const finished = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    for (const [route, statuses] of answers) if (isFeed(route, request)) statuses.push(response.statusCode)
  }
  subscribe(FINISHED, finished)
  return { app, answers, stop: () => void unsubscribe(FINISHED, finished) }
}

const FINISHED = 'http.server.response.finish'

/** True if the route is one of feeds and the request was for it. */
function isFeed(route: string, { method, url }: IncomingMessage): boolean {
  const [of, path] = route.split(' ') as [string, string]
  if (of !== method || !/^\/feed\/|\.ics$/.test(path)) return false
  const pattern = path.replace('.', '\\.').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(url ?? '')
}
