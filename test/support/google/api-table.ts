import table from './calendar-api.json' with { type: 'json' }
import { GoogleError, invalid } from './errors.ts'

/** A JSON object of a request or response. */
export type Resource = Record<string, unknown>

interface Parameter {
  in: 'path' | 'query'
  type: string
  required?: boolean
  repeated?: boolean
  minimum?: number
  maximum?: number
  enum?: string[]
}

/** A method of the API. `requires` names the fields of the body that must be there, nested ones with dots. */
export interface ApiMethod {
  name: string
  verb: string
  path: string
  parameters: Record<string, Parameter>
  body?: string
  requires?: string[]
  response?: string
  scopes: string[]
}

type Shape = string | [Shape] | { [field: string]: Shape }

const api = table as unknown as {
  parameters: Record<string, Parameter>
  methods: Record<string, Omit<ApiMethod, 'name'>>
  schemas: Record<string, Record<string, Shape>>
}

export const SERVICE_PATH = table.servicePath
export const BATCH_PATH = table.batchPath
export const KNOWN_SCOPES = new Set(table.scopes.map(fullScope))

/** Returns a scope as OAuth writes it: with its common beginning. */
export function fullScope(scope: string): string {
  return table.scopePrefix + scope
}

const routes = Object.entries(api.methods).map(([name, method]) => ({
  method: { ...method, name },
  pattern: new RegExp(`^${method.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  names: [...method.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!),
}))

/** Returns the method at a path below SERVICE_PATH, with the decoded parameters of the path; undefined if there is none. */
export function findMethod(verb: string, path: string) {
  for (const { method, pattern, names } of routes) {
    const found = method.verb === verb ? pattern.exec(path) : null
    if (!found) continue
    const values = names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)] as const)
    return { method, inPath: Object.fromEntries(values) }
  }
  return undefined
}

/** Refuses query parameters that the method doesn't have, or with a value outside their type, range or enumeration. */
export function checkQuery(method: ApiMethod, query: URLSearchParams): void {
  for (const name of new Set(query.keys())) {
    const parameter = method.parameters[name] ?? api.parameters[name]
    if (parameter?.in !== 'query') throw wrongParameter(`Unknown parameter: ${name}.`)
    const values = query.getAll(name)
    if (values.length > 1 && !parameter.repeated) throw wrongParameter(`Parameter ${name} is repeated.`)
    for (const value of values) checkParameter(name, parameter, value)
  }
  for (const [name, parameter] of Object.entries(method.parameters))
    if (parameter.in === 'query' && parameter.required && !query.has(name))
      throw new GoogleError(400, 'required', `Required parameter: ${name}`)
}

function checkParameter(name: string, parameter: Parameter, value: string): void {
  const number = Number(value)
  const fits =
    parameter.type === 'integer'
      ? /^-?\d+$/.test(value) &&
        number >= (parameter.minimum ?? -Infinity) &&
        number <= (parameter.maximum ?? Infinity)
      : fitsText(parameter.type, value) && (parameter.enum?.includes(value) ?? true)
  if (!fits) throw wrongParameter(`Invalid value '${value}' for parameter ${name}.`)
}

function wrongParameter(message: string) {
  return new GoogleError(400, 'invalidParameter', message)
}

/**
 * Refuses a body with a field that its schema doesn't have, of another type, or without a required one. Google ignores
 * unknown fields; a test is better served by a refusal. `null` is accepted: it removes a field.
 */
export function checkBody(method: ApiMethod, body: unknown): Resource {
  if (method.body === undefined) return {}
  if (!isObject(body))
    throw new GoogleError(400, 'parseError', 'This API does not support parsing form-encoded input.')
  checkShape(method.body, body, '')
  for (const path of method.requires ?? []) {
    let value: unknown = body
    for (const field of path.split('.')) value = isObject(value) ? value[field] : undefined
    if (value === undefined || value === null || value === '')
      throw new GoogleError(400, 'required', `Missing required field: ${path}.`)
  }
  return body
}

function checkShape(shape: Shape, value: unknown, at: string): void {
  if (value === null) return
  if (typeof shape === 'string' && !api.schemas[shape]) {
    if (!fitsValue(shape, value)) throw invalid(`Invalid value for ${at}: ${shape} expected.`)
    return
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) throw invalid(`Invalid value for ${at}: list expected.`)
    for (const [index, item] of value.entries()) checkShape(shape[0], item, `${at}[${index}]`)
    return
  }
  if (!isObject(value)) throw invalid(`Invalid value for ${at}: object expected.`)
  const fields = typeof shape === 'string' ? api.schemas[shape]! : shape
  for (const [name, part] of Object.entries(value)) {
    const field = fields[name] ?? fields['*']
    if (!field) throw invalid(`Unknown field: ${at}${at && '.'}${name}.`)
    checkShape(field, part, `${at}${at && '.'}${name}`)
  }
}

function fitsValue(type: string, value: unknown): boolean {
  if (type === 'any') return true
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === 'string' && fitsText(type, value)
}

/** RFC 3339 for times. The offset may be missing in bodies, where a time zone can stand beside it. */
function fitsText(type: string, value: string): boolean {
  if (type === 'boolean') return value === 'true' || value === 'false'
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  if (type === 'date-time')
    return (
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(value) &&
      !Number.isNaN(Date.parse(value))
    )
  return true
}

export function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
