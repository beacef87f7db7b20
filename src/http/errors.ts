import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBusy } from '../db/transact.ts'
import { AppError, type ErrorCode, type FieldErrors } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `statusLong` of a 400: `Invalid Calendar Data`. */
    invalid?: string
  }
}

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  unavailable: 503,
}

/** Fastify's own refusals that a caller can do something about. */
const FASTIFY_ERRORS: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', 'Payload Too Large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid', 'Content-Length does not match the body'),
  FST_ERR_BAD_URL: new AppError('invalid', 'The address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: new AppError('not_found', 'Not Found'),
}

/** Turns whatever a route throws into the documented error body. */
export function installErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, req, reply) => sendError(error, req, reply))
  app.setNotFoundHandler((req, reply) => sendError(new AppError('not_found', 'Not Found'), req, reply))
}

function sendError(error: FastifyError | AppError, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = knownError(error)
  if (!known) {
    req.log.error({ err: error }, 'request failed')
    const body = { status: '500', statusLong: 'Internal Server Error', requestId: req.id }
    return reply.code(500).send(body)
  }
  if (known.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)))
  // The rest of a body that was refused unread would be taken for the next request.
  if (known.code === 'too_large') reply.header('connection', 'close')
  const headline = known.fields && (req.routeOptions.config.invalid ?? 'Validation failed.')
  return reply
    .code(STATUS[known.code])
    .send(errorBody(STATUS[known.code], headline ?? known.message, known.fields))
}

export function errorBody(status: number, statusLong: string, errors?: FieldErrors) {
  return { status: String(status), statusLong, ...(errors && { errors }) }
}

function knownError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error
  if (isBusy(error)) return new AppError('unavailable', 'The database is busy. Try again.', { retryAfter: 1 })
  return FASTIFY_ERRORS[error.code]
}
