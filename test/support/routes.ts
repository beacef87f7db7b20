import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Starts a service; `seen` is told of each route it registers, once for each method but HEAD. */
export function watchingRoutes<T>(
  start: () => Promise<T>,
  seen: (route: RouteOptions, method: string) => void,
): Promise<T> {
  const watch = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) if (method !== 'HEAD') seen(route, method)
    })
  subscribe('fastify.initialization', watch)
  return start().finally(() => unsubscribe('fastify.initialization', watch))
}
