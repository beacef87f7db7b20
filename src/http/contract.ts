import type { FastifyInstance, FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Done, Refused, RefusedByKind } from './answer.ts'

/** The contract of a route: checked on requests, documented, and compared with its responses in tests. */
export interface Contract {
  /** The operation id in the OpenAPI document. */
  id: string
  summary: string
  description?: string
  tags: string[]
  params?: TSchema
  query?: TSchema
  headers?: TSchema
  body?: TSchema
  /** Response bodies by status, except standard refusals. Default: 200 with `Done`. */
  answers?: Record<number, TSchema>
  /**
   * Statuses of refusals, besides those that all routes of the surface share. Default: any from 400 to 499.
   */
  refuses?: number[]
}

/** A response of another media type than JSON. `line`: the schema of each line, for lines of JSON. */
export function textFile(mediaType: string, line: TSchema & { description?: string } = Type.String()) {
  const { description } = line
  return { ...(description && { description }), content: { [mediaType]: { schema: line } } }
}

/** Descriptions of refusals by status. */
const REFUSALS: Record<number, string> = {
  400: 'A field, a parameter or the body is wrong; `errors` names each with a sentence that says what is accepted.',
  403: 'The key, the signature, or what the key may do; `statusLong` says which.',
  404: 'There is no such record of yours.',
  409: 'It is in conflict with what is there, such as a reference that is taken.',
  413: 'Too many bytes or records. The connection is closed.',
  429: 'Beyond a limit. `Retry-After` says when to try again.',
  503: 'The database is busy or does not answer. `Retry-After` says when to try again.',
}

/** Converts a contract into the schema of a Fastify route. */
export function contract(route: Contract): FastifySchema {
  const { id, summary, description, tags, params, query, headers, body, answers = { 200: Done } } = route
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags,
    security: [],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    response: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [status, described(schema, 'It is done.')]),
      ),
      ...(route.refuses ? refusals(...route.refuses) : { '4xx': Refused }),
      ...refusals(503),
    },
  }
}

/** Returns the response schemas for these refusals. */
export function refusals(...statuses: number[]): Record<number, object> {
  return Object.fromEntries(statuses.map((status) => [status, refusal(status, Refused)]))
}

/** Returns the response schema of a refusal with more in its body. */
export function refusal(status: number, schema: TSchema): TSchema {
  return { ...schema, 'x-response-description': REFUSALS[status] }
}

/** Lets the refusals of all routes of a surface say their `kind`, and their contracts know it. */
export function tellKinds(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, tellsKind: true }
    const response = route.schema?.response as Record<string, TSchema> | undefined
    for (const [status, schema] of Object.entries(response ?? {})) {
      if ('properties' in schema && schema.properties === Refused.properties)
        response![status] = { ...schema, ...RefusedByKind }
    }
  })
}

/** Adds a description of the response unless the schema has one. */
function described(schema: TSchema, description: string): object {
  return 'description' in schema || 'x-response-description' in schema
    ? schema
    : { ...schema, 'x-response-description': description }
}

/** Throws at start-up if a route has no contract. Pages and feeds set `hide: true` instead. */
export function requireContracts(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.operationId || schema?.hide) return
    throw new Error(`${[method].flat().join()} ${url} needs a contract, or to be hidden`)
  })
}
