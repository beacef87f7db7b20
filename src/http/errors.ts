import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBusy, isDiskFault, isUnreachable } from '../db/transact.ts'
import { AppError, type ErrorCode, type FieldErrors } from '../errors.ts'
import type { Headers } from './headers.ts'
import type { RouteTable } from './route-table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, as its answer said; null: it was not. */
    refusal: Refusal | null
  }
  interface FastifyContextConfig {
    /** The `statusLong` of a 400: `Invalid Calendar Data`. */
    invalid?: string
    /** The `statusLong` of a 413, where the limit is the route's own. */
    tooLarge?: string
    /** The surface logs its requests itself. */
    logged?: boolean
  }
}

/** What the answer says of a refusal. */
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

/** Fastify's own refusals that a caller can do something about. */
const FASTIFY_ERRORS: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', 'Payload Too Large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid', 'Content-Length does not match the body'),
  // The client left while it sent; nobody reads this answer.
  ECONNRESET: new AppError('invalid', 'The request was broken off'),
  FST_ERR_BAD_URL: new AppError('invalid', 'The address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: new AppError('not_found', 'Not Found'),
}

/** Bytes of a refused body that are read on. */
const DISCARDED_BYTES = 32_000_000

const NOT_ALLOWED: [number, string] = [405, 'Method Not Allowed']
/** Bytes in which the first line of a request is looked for. */
const LONGEST_LINE = 4000

/** What Node finds wrong before there is a request. */
const CLIENT_ERRORS: Record<string, [status: number, statusLong: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

/**
 * Turns whatever a route throws into the documented error body. `sendPage` sends a page in its place where there is
 * no route and a person looks at the answer; false: it is for a program.
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

/** Answers a request that reaches no route, nor the hooks, because its address can't be read. */
export function sendAddressError(headers: Headers) {
  return (error: FastifyError, req: FastifyRequest, reply: FastifyReply) => {
    sendError(error, req, reply.headers({ ...headers, 'x-request-id': req.id }))
  }
}

/** Answers what came over a connection and is no HTTP request, or one too slow or with too large a head. */
export function answerClientError(
  log: FastifyBaseLogger,
  routes: RouteTable,
  headers: Headers,
  error: Error & { code?: string; rawPacket?: unknown; bytesParsed?: number },
  socket: Socket,
) {
  if (!socket.writable) return void socket.destroy()
  const allowed = error.code === 'HPE_INVALID_METHOD' ? methodsAsked(routes, error) : []
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

/** What may be done at the address of a request whose method is none; nothing where it is no request at all. */
function methodsAsked(
  routes: RouteTable,
  { rawPacket: packet, bytesParsed = 0 }: { rawPacket?: unknown; bytesParsed?: number },
): string[] {
  if (!Buffer.isBuffer(packet)) return []
  // What came before in the same packet was other requests.
  const start = packet.lastIndexOf('\n', bytesParsed) + 1
  const head = packet.subarray(start, start + LONGEST_LINE).toString('latin1')
  const [, path] = /^[!#$%&'*+.^_`|~\w-]+ (\/[^\s?]*)\S* HTTP\/1\.[01]\r?\n/.exec(head) ?? []
  return path ? routes.methodsAt(path) : []
}

/**
 * Reads on without keeping anything, up to a bound. A client that writes all of its body before it reads would
 * otherwise meet a closed connection and never see the answer.
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
  return reply.code(status).send(req.refusal)
}

/** Finds out what went wrong, logs what is worth it, and says in the head of the answer when to try again. */
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
  // Surfaces log each of their requests; of all others only what is refused is worth a line.
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
  // Fastify's errors have a status, and so have those of its plugins and of a body that did not arrive whole.
  const { statusCode = 500 } = error
  if (statusCode < 500) return FASTIFY_ERRORS[error.code] ?? pluginError(statusCode)
  if (isBusy(error)) return new AppError('unavailable', 'The database is busy. Try again.', { retryAfter: 1 })
  if (isUnreachable(error))
    return new AppError('unavailable', 'The database does not answer. Try again.', { retryAfter: 5 })
  if (isDiskFault(error))
    return new AppError('unavailable', 'The database can not be written to. Try again.', { retryAfter: 5 })
  return undefined
}

function pluginError(statusCode: number): AppError {
  const hidden = statusCode === 403 || statusCode === 404
  return hidden ? new AppError('not_found', 'Not Found') : new AppError('invalid', 'Bad Request')
}
