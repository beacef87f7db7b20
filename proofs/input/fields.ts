import type { Json } from '../../test/support/test-publisher.ts'

/** As much of JSON Schema as an OpenAPI document of ours has. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  required?: string[]
  enum?: Json[]
  minLength?: number
  maxLength?: number
  maxItems?: number
  minimum?: number
  pattern?: string
}

/** A place in a body: `['settings', 'consents', '[]', 'text']`, where `[]` is the only item of a list. */
export interface Field {
  name: string
  path: string[]
  schema: Schema
}

/** Every text a body of this schema can hold, and every list (`kind`), each place once. */
export function fieldsOf(schema: Schema, kind: 'string' | 'array', path: string[] = []): Field[] {
  const found: Field[] = []
  if (schema.type === kind && !schema.enum && path.length > 0)
    found.push({ name: path.join('.'), path, schema })
  const below = (inner: Schema, ...segments: string[]) => fieldsOf(inner, kind, [...path, ...segments])
  // The other alternatives are numbers or digits, yes or true, or null: no text that anybody reads.
  const whole = (schema.anyOf ?? []).filter(({ type }) => type === 'object' || type === 'array')
  for (const inner of [...whole, ...(schema.allOf ?? [])]) found.push(...below(inner))
  for (const [name, inner] of Object.entries(schema.properties ?? {})) found.push(...below(inner, name))
  if (schema.items) found.push(...below(schema.items, '[]'))
  return [...new Map(found.map((field) => [field.name, field])).values()]
}

/** True if the schema's own words take this text. Lengths are counted in characters, which are code points. */
export function takesText({ minLength = 0, maxLength = Infinity, pattern }: Schema, text: string): boolean {
  const length = [...text].length
  return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
}

/** A copy of the body with the value at the field; what has to stand beside it is filled in. */
export function withValue(schema: Schema, body: Json, path: string[], value: Json): Json {
  const [segment, ...rest] = path
  if (segment === undefined) return value
  const inner = innerOf(schema, segment)
  if (segment === '[]') return [withValue(inner, body?.[0] ?? sample(inner), rest, value)]
  const old = body?.[segment] ?? (rest.length > 0 ? sample(inner) : undefined)
  return { ...body, [segment]: withValue(inner, old, rest, value) }
}

function innerOf(schema: Schema, segment: string): Schema {
  const here = segment === '[]' ? schema.items : schema.properties?.[segment]
  if (here) return here
  for (const each of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
    const inner = innerOf(each, segment)
    if (inner !== NOTHING) return inner
  }
  return NOTHING
}

const NOTHING: Schema = {}

/** The least value of a schema that has what it requires. */
export function sample(schema: Schema): Json {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0]!)
  if (schema.type === 'string') return 'xx'
  if (schema.type === 'boolean') return false
  if (schema.type === 'array') return []
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  const needed = (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})])
  return Object.fromEntries(needed)
}

/** Options come with a kind of question, and at least two of them. */
export const OF_CHOICES = /\.options\./
