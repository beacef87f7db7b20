import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/**
 * Throws if a page of another site made the browser send a change. Browsers send the origin of a request;
 * programs and some old browsers don't, and only the CSRF token protects those.
 */
export function requireOwnPage(req: FastifyRequest, publicUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  const own = new URL(publicUrl)
  // Over plain http, for a trial, the service is reached by any name of the machine: localhost, 127.0.0.1 and
  // others.
  const plain = own.protocol === 'http:' && host !== undefined && origin === `http://${host}`
  const foreignOrigin = origin !== undefined && origin !== own.origin && !plain
  const foreignSite = site !== undefined && site !== 'same-origin'
  if (foreignOrigin || foreignSite)
    throw new AppError('forbidden', 'This has to come from a page of the admin portal itself')
}
