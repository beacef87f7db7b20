// Writes calendar-api.json, the table of the fake Google, from Google's own description of the Calendar API:
// `node test/support/google/derive-table.ts DOCUMENT`. The document is served by
// https://calendar-json.googleapis.com/$discovery/rest?version=v3 under the Apache License 2.0. A test compares the
// two if DISCOVERY_DOCUMENT names the document.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import prettier from 'prettier'

export const TABLE_FILE = path.join(import.meta.dirname, 'calendar-api.json')

/** The parts of a discovery document that the table is made from (developers.google.com/discovery/v1/reference). */
interface DiscoveryDocument {
  revision: string
  servicePath: string
  batchPath: string
  auth: { oauth2: { scopes: Record<string, unknown> } }
  parameters: Record<string, DiscoveryParameter>
  resources: Record<string, { methods: Record<string, DiscoveryMethod> }>
  schemas: Record<string, DiscoveryProperty>
}

interface DiscoveryMethod {
  id: string
  httpMethod: string
  path: string
  parameters?: Record<string, DiscoveryParameter>
  request?: { $ref: string }
  response?: { $ref: string }
  scopes: string[]
}

interface DiscoveryParameter {
  location: 'path' | 'query'
  type: string
  format?: string
  required?: boolean
  repeated?: boolean
  minimum?: string
  maximum?: string
  enum?: string[]
}

interface DiscoveryProperty {
  $ref?: string
  type?: string
  format?: string
  items?: DiscoveryProperty
  properties?: Record<string, DiscoveryProperty>
  additionalProperties?: DiscoveryProperty
  annotations?: { required?: string[] }
}

const SCOPE_PREFIX = 'https://www.googleapis.com/auth/'

/** Returns the table for a discovery document. Scopes stand without their common beginning. */
export function deriveTable(document: DiscoveryDocument): unknown {
  const methods = Object.values(document.resources).flatMap(({ methods }) => Object.values(methods))
  return {
    source: `Google Calendar API v3, discovery document of revision ${document.revision}, Apache-2.0`,
    servicePath: `/${document.servicePath}`,
    batchPath: `/${document.batchPath}`,
    scopePrefix: SCOPE_PREFIX,
    scopes: Object.keys(document.auth.oauth2.scopes).map(shortScope),
    parameters: parametersOf(document.parameters),
    methods: Object.fromEntries(
      methods.map((method) => [
        method.id.replace(/^calendar\./, ''),
        {
          verb: method.httpMethod,
          path: method.path,
          parameters: parametersOf(method.parameters ?? {}),
          body: method.request?.$ref,
          requires: requiredBy(method, document.schemas),
          response: method.response?.$ref,
          scopes: method.scopes.map(shortScope),
        },
      ]),
    ),
    schemas: Object.fromEntries(
      schemasOf(methods, document.schemas).map((name) => [name, fieldsOf(document.schemas[name]!)]),
    ),
  }
}

/** Returns the table as it stands in its file. */
export async function printTable(document: DiscoveryDocument): Promise<string> {
  const options = await prettier.resolveConfig(TABLE_FILE)
  return await prettier.format(JSON.stringify(deriveTable(document)), { ...options, filepath: TABLE_FILE })
}

export async function readDiscoveryDocument(file: string): Promise<DiscoveryDocument> {
  return JSON.parse(await readFile(file, 'utf8')) as DiscoveryDocument
}

function shortScope(scope: string): string {
  return scope.slice(SCOPE_PREFIX.length)
}

function parametersOf(parameters: Record<string, DiscoveryParameter>): unknown {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      {
        in: parameter.location,
        type: typeOf(parameter),
        required: parameter.required,
        repeated: parameter.repeated,
        minimum: parameter.minimum === undefined ? undefined : Number(parameter.minimum),
        maximum: parameter.maximum === undefined ? undefined : Number(parameter.maximum),
        enum: parameter.enum,
      },
    ]),
  )
}

/** Returns the fields that a method's body must have: the document notes methods at fields, the table the reverse. */
function requiredBy(
  method: DiscoveryMethod,
  schemas: Record<string, DiscoveryProperty>,
): string[] | undefined {
  if (!method.request) return undefined
  const find = (properties: Record<string, DiscoveryProperty>, before: string): string[] =>
    Object.entries(properties).flatMap(([name, property]) => [
      ...(property.annotations?.required?.includes(method.id) ? [before + name] : []),
      ...find(property.properties ?? {}, `${before}${name}.`),
    ])
  return find(schemas[method.request.$ref]!.properties!, '')
}

/** Returns the names of the schemas of bodies and responses, with those that they refer to. */
function schemasOf(methods: DiscoveryMethod[], schemas: Record<string, DiscoveryProperty>): string[] {
  const names = new Set(methods.flatMap(({ request, response }) => [request?.$ref, response?.$ref]))
  names.delete(undefined)
  // A set's iteration also meets what is added during it.
  for (const name of names) for (const found of referencesOf(schemas[name!]!)) names.add(found)
  return Object.keys(schemas).filter((name) => names.has(name))
}

function referencesOf(property: DiscoveryProperty): string[] {
  const inner = [property.items, property.additionalProperties, ...Object.values(property.properties ?? {})]
  return [
    ...(property.$ref ? [property.$ref] : []),
    ...inner.flatMap((part) => (part ? referencesOf(part) : [])),
  ]
}

function fieldsOf(schema: DiscoveryProperty): unknown {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, shapeOf(property)]),
  )
}

/** Returns a type's name, `[shape]` for lists, `{"*": shape}` for maps, and the fields of nested objects. */
function shapeOf(property: DiscoveryProperty): unknown {
  if (property.items) return [shapeOf(property.items)]
  if (property.additionalProperties) return { '*': shapeOf(property.additionalProperties) }
  if (property.properties) return fieldsOf(property)
  return property.$ref ?? typeOf(property)
}

function typeOf({ type, format }: { type?: string; format?: string }): string {
  return type === 'string' ? (format ?? type) : type!
}

if (import.meta.main) {
  const file = process.argv[2]
  if (!file) throw new Error('Name the discovery document: derive-table.ts DOCUMENT')
  await writeFile(TABLE_FILE, await printTable(await readDiscoveryDocument(file)))
}
