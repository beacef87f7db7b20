import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/**
 * Refuses a change that a page of somebody else's made the browser send. Browsers say where a request comes
 * from; programs, and a few old browsers, say nothing, and are told apart by the CSRF token alone.
 */
export function requireOwnPage(req: FastifyRequest, publicUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  const own = new URL(publicUrl)
  // Tried out over plain http, the service has as many names as the machine: localhost, 127.0.0.1 and others.
  const plain = own.protocol === 'http:' && host !== undefined && origin === `http://${host}`
  const foreignOrigin = origin !== undefined && origin !== own.origin && !plain
  const foreignSite = site !== undefined && site !== 'same-origin'
  if (foreignOrigin || foreignSite)
    throw new AppError('forbidden', 'This has to come from a page of the portal itself')
}
