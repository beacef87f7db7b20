import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBusy, isUnreachable, isUnwritable } from '../db/transact.ts'
import { AppError, type ErrorCode, type FieldErrors } from '../errors.ts'
import { reasonsOf, withReason } from '../reasons/reason.ts'
import type { Headers } from './headers.ts'
import type { RouteTable } from './route-table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error body that was sent; null unless the request was refused. */
    refusal: Refusal | null
  }
  interface FastifyContextConfig {
    /** The `statusLong` of a 400: `Invalid Calendar Data`. */
    invalid?: string
    /** The `statusLong` of a 413, if the route has its own limit. */
    tooLarge?: string
    /** True if refusals say their `kind`, for a page that has words for it. */
    tellsKind?: boolean
    /** True if the surface logs its requests itself. */
    logged?: boolean
  }
}

/** The body of a refusal. */
export type Refusal = ReturnType<typeof errorBody>

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  unavailable: 503,
}

/** Errors of Fastify that the caller can act on. */
const FASTIFY_ERRORS: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', 'Payload Too Large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid', 'Content-Length does not match the body'),
  // The client disconnected while sending; nobody reads this response.
  ECONNRESET: new AppError('invalid', 'The request was broken off'),
  FST_ERR_BAD_URL: new AppError('invalid', 'The address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: new AppError('not_found', 'Not Found'),
}

/** Bytes of a refused body that are still read. */
const DISCARDED_BYTES = 32_000_000

const NOT_ALLOWED: [number, string] = [405, 'Method Not Allowed']
/** Bytes searched for the request line. */
const LONGEST_LINE = 4000

/** Responses to errors of Node's HTTP parser. */
const CLIENT_ERRORS: Record<string, [status: number, statusLong: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

/**
 * Sends the documented error body for everything that a route throws. `sendPage` sends a page instead if no
 * route matches and the client is a browser; it returns false for programs.
 */
export function installErrorHandling(
  app: FastifyInstance,
  routes: RouteTable,
  sendPage: (req: FastifyRequest, reply: FastifyReply) => FastifyReply | false,
): void {
  app.decorateRequest('refusal', null)
  app.setErrorHandler(async (error: FastifyError, req, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await discardBody(req.raw)
    return sendError(error, req, reply)
  })
  app.setNotFoundHandler((req, reply) => {
    const allowed = routes.methodsAt(req.url.split('?', 1)[0]!)
    if (allowed.length === 0)
      return sendPage(req, reply) || sendError(new AppError('not_found', 'Not Found'), req, reply)
    reply.header('allow', allowed.join(', '))
    return sendError(new AppError('not_allowed', NOT_ALLOWED[1]), req, reply)
  })
}

/** Responds to requests with an invalid URL, which reach neither routes nor hooks. */
export function sendAddressError(headers: Headers) {
  return (error: FastifyError, req: FastifyRequest, reply: FastifyReply) => {
    sendError(error, req, reply.headers({ ...headers, 'x-request-id': req.id }))
  }
}

/** Responds to input that is not a valid HTTP request, or is too slow, or has too large a head. */
export function sendClientError(
  log: FastifyBaseLogger,
  routes: RouteTable,
  headers: Headers,
  error: Error & { code?: string; rawPacket?: unknown; bytesParsed?: number },
  socket: Socket,
) {
  if (!socket.writable) return void socket.destroy()
  const allowed = error.code === 'HPE_INVALID_METHOD' ? allowedMethods(routes, error) : []
  const refusal = allowed.length > 0 ? NOT_ALLOWED : CLIENT_ERRORS[error.code ?? '']
  const [status, statusLong] = refusal ?? [400, 'Bad Request']
  const reqId = randomUUID()
  log.info({ reqId, status, code: error.code }, 'broken request')
  const body = JSON.stringify(errorBody(status, statusLong))
  const head = [
    `HTTP/1.1 ${status} ${statusLong}`,
    `x-request-id: ${reqId}`,
    ...(allowed.length > 0 ? [`allow: ${allowed.join(', ')}`] : []),
    'connection: close',
    'content-type: application/json; charset=utf-8',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Allowed methods for a request line whose method Node rejected. Empty if it is no request line. */
function allowedMethods(
  routes: RouteTable,
  { rawPacket: packet, bytesParsed = 0 }: { rawPacket?: unknown; bytesParsed?: number },
): string[] {
  if (!Buffer.isBuffer(packet)) return []
  // The packet may contain earlier, valid requests.
  const start = packet.lastIndexOf('\n', bytesParsed) + 1
  const head = packet.subarray(start, start + LONGEST_LINE).toString('latin1')
  const [, path] = /^[!#$%&'*+.^_`|~\w-]+ (\/[^\s?]*)\S* HTTP\/1\.[01]\r?\n/.exec(head) ?? []
  return path ? routes.methodsAt(path) : []
}

/**
 * Reads and discards the body, up to a limit. Clients that send the whole body before they read would
 * otherwise see a closed connection instead of the response.
 */
function discardBody(body: IncomingMessage): Promise<void> {
  return new Promise((done) => {
    if (body.destroyed) return done()
    let bytes = 0
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > DISCARDED_BYTES) done()
    })
    for (const event of ['end', 'error', 'close']) body.once(event, () => done())
    body.resume()
  })
}

function sendError(error: FastifyError | AppError, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, known } = settleError(error, req, reply)
  if (!known) {
    req.refusal = errorBody(500, 'Internal Server Error')
    return reply.code(500).send({ ...req.refusal, requestId: req.id })
  }
  const invalid = known.code === 'invalid' && known.fields
  const { config } = req.routeOptions
  const headline = invalid
    ? (config.invalid ?? 'Validation failed.')
    : known !== error && known.code === 'too_large' && config.tooLarge
  req.refusal = errorBody(status, headline || known.message, known.fields)
  const { challenge } = known
  return reply
    .code(status)
    .send({ ...req.refusal, ...(challenge && { challenge }), ...(config.tellsKind && codesOf(known)) })
}

/** The reason of a refusal as codes, for pages that say it in their language. */
function codesOf({ kind, fields, message }: AppError) {
  if (kind) return { kind }
  if (fields) return { reasons: reasonsOf(fields) }
  return withReason(message)
}

/**
 * Classifies an error, logs it if it matters, and sets `Retry-After`. Returns no AppError for an unexpected
 * error.
 */
export function settleError(
  error: FastifyError | AppError,
  req: FastifyRequest,
  reply: FastifyReply,
): { status: number; known: AppError | undefined } {
  const known = knownError(error)
  if (!known) {
    req.log.error({ err: error }, 'request failed')
    return { status: 500, known }
  }
  if (known.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)))
  if (known !== error && known.code === 'unavailable') req.log.warn({ err: error }, 'database not available')
  const status = STATUS[known.code]
  // Surfaces with `logged` log every request; for all others only refusals are logged.
  if (!req.routeOptions.config.logged) {
    req.log.info({ method: req.method, route: req.routeOptions.url, status }, 'refused')
  }
  return { status, known }
}

export function errorBody(
  status: number,
  statusLong: string,
  errors?: FieldErrors,
): { status: string; statusLong: string; errors?: FieldErrors } {
  return { status: String(status), statusLong, ...(errors && { errors }) }
}

function knownError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error
  // Errors of Fastify, of its plugins and of aborted bodies have a status.
  const { statusCode = 500 } = error
  if (statusCode < 500) return FASTIFY_ERRORS[error.code] ?? pluginError(statusCode)
  if (isBusy(error)) return new AppError('unavailable', 'The database is busy. Try again.', { retryAfter: 1 })
  if (isUnwritable(error))
    return new AppError('unavailable', 'The database can not be written to. Try again.', { retryAfter: 5 })
  if (isUnreachable(error))
    return new AppError('unavailable', 'The database does not answer. Try again.', { retryAfter: 5 })
  return undefined
}

function pluginError(statusCode: number): AppError {
  const hidden = statusCode === 403 || statusCode === 404
  return hidden ? new AppError('not_found', 'Not Found') : new AppError('invalid', 'Bad Request')
}
