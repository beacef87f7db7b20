import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { pipeline, Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify'
import { Compile } from 'typebox/compile'
import type { Json } from './test-publisher.ts'

const JSON_TYPE = 'application/json'
const NDJSON_TYPE = 'application/x-ndjson'
/** Refusals of requests that reach no route: unreadable ones, too large ones, encoded ones. No contract names them. */
const BEFORE_ROUTES = [400, 413, 415]
/** Faults that a test has caused deliberately. */
const FAULTS = [500]
/** Every contract has it, with the schema of all refusals. */
const BUSY = 503
const MOST_FAULTS_SHOWN = 5

/** Faults since the last call of `takeFaults`. */
let faults: string[] = []

export function takeFaults(): string[] {
  const found = faults
  faults = []
  return found
}

/** Calls `build`, and compares every answer of the server that it makes with the contract of the route. */
export function checkingAnswers<T>(build: () => T): T {
  const watch = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook('onSend', checkAnswer)
  subscribe('fastify.initialization', watch)
  try {
    return build()
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}

const checkAnswer: onSendHookHandler = (req, reply, payload, done) => {
  const { statusCode } = reply
  if (!req.routeOptions.schema?.operationId || FAULTS.includes(statusCode)) return done()
  const type = String(reply.getHeader('content-type') ?? '').split(';')[0]!
  const note = (text: string) => faults.push(...faultsOf(req, statusCode, type, text))
  if (!(payload instanceof Readable)) {
    note((payload as string | Buffer | null)?.toString() ?? '')
    return done()
  }
  if (type !== JSON_TYPE && type !== NDJSON_TYPE) return done()
  const parts: Buffer[] = []
  const copy = new Transform({
    writableObjectMode: true,
    transform(part: string | Buffer, _encoding, next) {
      parts.push(Buffer.from(part))
      next(null, part)
    },
    flush(next) {
      if (req.method !== 'HEAD') note(Buffer.concat(parts).toString())
      next()
    },
  })
  done(
    null,
    pipeline(payload, copy, () => {}),
  )
}

function faultsOf({ method, routeOptions }: FastifyRequest, status: number, type: string, text: string) {
  const { schema, url } = routeOptions
  const name = `${schema!.operationId} (${method} ${url}), status ${status}`
  const responses = schema!.response as Record<string, Json>
  const promised =
    responses[status] ??
    responses[`${Math.floor(status / 100)}xx`] ??
    (BEFORE_ROUTES.includes(status) ? responses[BUSY] : undefined)
  if (!promised) return [`${name}: the contract has no such status`]
  if (promised.type === 'null') return text === '' ? [] : [`${name}: the contract has no body`]
  const content = promised.content as Record<string, { schema: Json }> | undefined
  const expected = content ? content[type]?.schema : type === JSON_TYPE ? promised : undefined
  if (!expected) return [`${name}: the contract has no body of type ${type}`]
  if (type !== JSON_TYPE && type !== NDJSON_TYPE) return []
  const values = type === JSON_TYPE ? [text] : text.split('\n').filter(Boolean)
  return values.flatMap((value) => errorsOf(expected, JSON.parse(value))).map((error) => `${name}: ${error}`)
}

type Checker = ReturnType<typeof Compile>
const compiled = new WeakMap<object, Checker>()
/** By the schema as JSON: each server of a test has schemas of its own, which are equal. */
const compiledOf = new Map<string, Checker>()

function checkerOf(schema: Json): Checker {
  const json = JSON.stringify(schema)
  const checker = compiledOf.get(json) ?? Compile(closed(JSON.parse(json)))
  compiledOf.set(json, checker)
  return checker
}

function errorsOf(schema: Json, value: unknown): string[] {
  const known = compiled.get(schema) ?? checkerOf(schema)
  compiled.set(schema, known)
  if (known.Check(value)) return []
  return [...known.Errors(value)].slice(0, MOST_FAULTS_SHOWN).map(({ instancePath, message }) =>
    // So the library says of what `additionalProperties: false` refuses.
    message === 'schema is false' ? `${instancePath} is not named` : `${instancePath} ${message}`,
  )
}

/** The schema without room for fields that it does not name. An object of which it names none stays open. */
function closed(schema: Json): Json {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, Json>
    items?: Json
    anyOf?: Json[]
  }
  const named = properties && Object.keys(properties).length > 0
  return {
    ...schema,
    ...(named && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, closed(inner)]),
      ),
      additionalProperties: false,
    }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  }
}
