/** The OpenAPI document, as far as the page shows it. */
export interface ApiDocument {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: { securitySchemes: Record<string, { description: string }> }
}

export interface Operation {
  method: string
  path: string
  operationId: string
  summary: string
  description: string
  tags: string[]
  /** Empty: it is not signed. */
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': Media } }
  responses: Record<string, { description: string; content?: { 'application/json': Media } }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: string
}

interface Media {
  schema: Schema
  example?: unknown
}

/** JSON Schema, as far as our routes use it. */
export interface Schema {
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}

/** What is in the document under a tag, in its order. */
export function operationsOf(document: ApiDocument, tag: string): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      .filter(({ tags }) => tags.includes(tag)),
  )
}

export interface Field {
  /** `events[].svcId`. */
  name: string
  type: string
  required: boolean
  description: string
}

/** The fields of a body or an answer, those of records in it too. */
export function fieldsOf(schema: Schema, above = ''): Field[] {
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const lists = parts.filter(({ items }) => items && isObject(items))
  const named = new Map<string, Field[]>()
  for (const part of parts.slice(1).filter((inner) => inner.anyOf || inner.allOf))
    for (const field of fieldsOf(part, above)) named.set(field.name, [field])
  for (const { properties = {}, required = [] } of parts)
    for (const [name, inner] of Object.entries(properties))
      named.set(name, fieldsOfOne(above + name, inner, required.includes(name)))
  const inLists = lists.flatMap(({ items }) => fieldsOf(items!, above && `${above.slice(0, -1)}[].`))
  return [...[...named.values()].flat(), ...inLists]
}

function fieldsOfOne(name: string, schema: Schema, required: boolean): Field[] {
  const own = { name, type: typeOf(schema), required, description: schema.description ?? '' }
  const inner = isObject(schema) ? fieldsOf(schema, `${name}.`) : []
  const items = schema.items && isObject(schema.items) ? fieldsOf(schema.items, `${name}[].`) : []
  return [own, ...inner, ...items]
}

function isObject(schema: Schema): boolean {
  return Boolean(schema.properties ?? schema.allOf) || Boolean(schema.anyOf?.some(isObject))
}

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

/** `text`, `number or text`, `list of texts`. */
export function typeOf(schema: Schema): string {
  if (schema.items) return `list of ${typeOf(schema.items)}s`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  return WORDS[schema.type ?? ''] ?? (schema.allOf ? 'object' : 'any')
}
