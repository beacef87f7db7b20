import { isObject } from './api-table.ts'
import table from './calendar-api.json' with { type: 'json' }

interface Method {
  verb: string
  path: string
  parameters: Record<string, Record<string, unknown>>
  body?: string
  response?: string
}

/**
 * Returns a discovery document of this fake, for clients that ask for one before their first request: Python's. It has
 * the parts of the table, without descriptions.
 */
export function discoveryDocument(rootUrl: string): unknown {
  const resources: Record<string, { methods: Record<string, unknown> }> = {}
  for (const [id, method] of Object.entries(table.methods as Record<string, Method>)) {
    const [resource, name] = id.split('.') as [string, string]
    resources[resource] ??= { methods: {} }
    resources[resource].methods[name] = {
      id: `calendar.${id}`,
      httpMethod: method.verb,
      path: method.path,
      parameters: Object.fromEntries(
        Object.entries(method.parameters).map(([field, { in: location, ...rest }]) => [
          field,
          { ...rest, location },
        ]),
      ),
      ...(method.body === undefined ? {} : { request: { $ref: method.body } }),
      ...(method.response === undefined ? {} : { response: { $ref: method.response } }),
    }
  }
  const schemas = Object.entries(table.schemas).map(([id, fields]) => [id, { id, ...schemaOf(fields) }])
  return {
    kind: 'discovery#restDescription',
    name: 'calendar',
    version: 'v3',
    protocol: 'rest',
    rootUrl: `${rootUrl}/`,
    servicePath: table.servicePath.slice(1),
    batchPath: table.batchPath.slice(1),
    resources,
    schemas: Object.fromEntries(schemas),
  }
}

function schemaOf(shape: unknown): Record<string, unknown> {
  if (Array.isArray(shape)) return { type: 'array', items: schemaOf(shape[0]) }
  if (isObject(shape)) {
    const fields = Object.entries(shape).map(([name, part]) => [name, schemaOf(part)] as const)
    const any = fields.find(([name]) => name === '*')?.[1]
    return any
      ? { type: 'object', additionalProperties: any }
      : { type: 'object', properties: Object.fromEntries(fields) }
  }
  if (typeof shape === 'string' && shape in table.schemas) return { $ref: shape }
  return shape === 'date' || shape === 'date-time' ? { type: 'string', format: shape } : { type: shape }
}
