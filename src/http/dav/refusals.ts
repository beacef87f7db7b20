import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../errors.ts'
import { settleError } from '../errors.ts'
import { DavError } from './dav-error.ts'
import { element, escapeXml, openDocument } from './xml.ts'

export const XML_TYPE = 'application/xml; charset=utf-8'

/** Returns the refusal of a method that writes. `href`: of the resource. */
export function readOnly(href: string): DavError {
  const resource = element('d:href', escapeXml(href)) + element('d:privilege', '<d:write/>')
  const condition = element('d:need-privileges', element('d:resource', resource))
  return new DavError(403, 'This calendar can only be read: its publisher keeps it up to date', condition)
}

/** Sends a refusal as XML. Errors that are none of WebDAV get the status that they have everywhere. */
export function sendDavError(
  error: FastifyError | AppError | DavError,
  req: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof DavError) {
    req.log.info({ method: req.method, route: req.routeOptions.url, status: error.status }, 'refused')
    return send(reply, error.status, error.message, error.condition)
  }
  const { status, known } = settleError(error, req, reply)
  return send(reply, known ? status : 500, known?.message ?? 'Internal Server Error', '')
}

function send(reply: FastifyReply, status: number, message: string, condition: string): FastifyReply {
  const text = element('d:responsedescription', escapeXml(message))
  return reply
    .code(status)
    .type(XML_TYPE)
    .send(`${openDocument('d:error')}${condition}${text}</d:error>`)
}
