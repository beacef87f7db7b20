/** The parts of the OpenAPI document that the page shows. */
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
  /** Empty if the operation is not signed. */
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

/** The parts of JSON Schema that our routes use. */
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

/** The operations with a tag, in the order of the document. */
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

/** The fields of a request or response body, including those of nested objects. */
export function fieldsOf(schema: Schema, above = ''): Field[] {
  const alternatives = (schema.anyOf ?? []).filter(isObject)
  if (alternatives.length > 1) {
    const rest = { ...schema, anyOf: schema.anyOf!.filter((part) => !isObject(part)) }
    return [...fieldsOf(rest, above), ...inOne(alternatives.map((part) => fieldsOf(part, above)))]
  }
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

/** The fields of alternative objects in one list. Those that each alternative requires are required. */
function inOne(alternatives: Field[][]): Field[] {
  const named = Map.groupBy(alternatives.flat(), ({ name }) => name)
  return [...named.values()].map((same) => ({
    ...same[0]!,
    type: [...new Set(same.map(({ type }) => type))].join(' or '),
    required: same.length === alternatives.length && same.every(({ required }) => required),
  }))
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
