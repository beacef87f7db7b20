// Writes client/src/types.ts, what the client's callers may send and what they get, from the API document of the
// service's own schemas: `node scripts/client-types.ts`. A test fails when the file is not what this would write.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import prettier from 'prettier'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import * as records from '../src/http/reference/records.ts'
import { buildServer } from '../src/http/server.ts'

export const TYPES_FILE = path.resolve(import.meta.dirname, '../client/src/types.ts')

/** Part of a JSON schema, as far as ours go. */
interface Schema {
  type?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** The paths of an OpenAPI document. */
export type Paths = Record<string, Record<string, Operation>>

/** Whose body, or part of a body, each type is. */
const BODIES: [name: string, says: string, operation: string, part?: (schema: Schema) => Schema][] = [
  ['NewCalendar', 'A new calendar.', 'post /apiv2/calendar'],
  ['CalendarChanges', 'What changes of a calendar.', 'put /apiv2/calendar/{id}'],
  ['EventFields', 'What may be said of a public event.', 'put /apiv2/event/{id}'],
  ['PrivateEventFields', 'What may be said of a private event.', 'post /apiv2/batch/events', batchEvent],
  ['NewAccount', 'A new sub-account.', 'post /apiv2/account'],
]
const QUERIES: [name: string, says: string, operation: string, without?: string[]][] = [
  ['CalendarQuery', 'Which calendars are listed.', 'get /apiv2/calendar'],
  ['EventQuery', 'Which public events are listed.', 'get /apiv2/event', ['svc_id', 'type']],
  ['PrivateEventQuery', 'Which private events are listed.', 'get /apiv2/batch/events', ['type']],
  ['NotificationQuery', 'Which notifications are listed.', 'get /apiv2/notifications'],
]

/** What is in answers. `links`: the type that stands for the many fields of quick links. */
const RECORDS: { name: string; says: string; schema: Schema; base?: Schema; links?: string }[] = [
  { name: 'CalendarUrl', says: "The addresses of one subscriber's feed.", schema: records.CalendarUrls },
  { name: 'CalendarRecord', says: 'A calendar in a list.', schema: records.CalendarRecord },
  {
    name: 'CalendarInFull',
    says: 'One calendar, with the links a person would follow.',
    schema: records.CalendarInFull,
    base: records.CalendarRecord,
  },
  {
    name: 'EventRecord',
    says: 'A public event, or a private one as batches tell it.',
    schema: records.EventRecord,
    links: 'QuickLinkRecord',
  },
  {
    name: 'SubscriberEvent',
    says: 'An event in the list of one subscriber.',
    schema: records.SubscriberEvent as Schema,
    links: 'QuickLinks',
  },
  { name: 'SubscriberRecord', says: 'A subscriber.', schema: records.SubscriberRecord },
  { name: 'Account', says: 'A sub-account of a partner.', schema: records.AccountRecord },
]

/** The text of client/src/types.ts. */
export async function clientTypes(paths: Paths): Promise<string> {
  const operation = (key: string) => {
    const [method, url] = key.split(' ') as [string, string]
    const found = paths[url]?.[method]
    if (!found) throw new Error(`The API has no operation ${key}`)
    return found
  }
  const bodies = BODIES.map(([name, says, key, part = (whole) => whole]) => {
    const schema = operation(key).requestBody!.content['application/json'].schema
    return `/** ${says} */\nexport interface ${name} ${typeOf(part(schema))}`
  })
  const queries = QUERIES.map(([name, says, key, without = []]) => {
    const parameters = operation(key).parameters!.filter((parameter) => !without.includes(parameter.name))
    const lines = parameters.map(({ name, required, description, schema }) =>
      property(name, required ?? false, description, queryType(schema, description)),
    )
    return `/** ${says} */\nexport interface ${name} {\n${lines.join('\n')}\n}`
  })
  const head = '// Written by scripts/client-types.ts from the schemas of the service. Do not change by hand.'
  const links = "import type { QuickLinkRecord, QuickLinks } from './records.ts'"
  const options = { ...(await prettier.resolveConfig(TYPES_FILE)), filepath: TYPES_FILE }
  return prettier.format(
    [head, links, ...bodies, ...queries, ...RECORDS.map(recordType)].join('\n\n'),
    options,
  )
}

function recordType({ name, says, schema, base, links }: (typeof RECORDS)[number]): string {
  const parent = RECORDS.find((record) => record.schema === base)
  const own = Object.entries(schema.properties!).filter(
    ([field]) => !(base && field in base.properties!) && !(links && field.startsWith('quickLink[')),
  )
  const type = typeOf({ ...schema, properties: Object.fromEntries(own) })
  const is = links
    ? `type ${name} = ${links} & `
    : `interface ${name} ${parent ? `extends ${parent.name} ` : ''}`
  return `/** ${says} */\nexport ${is}${type}`
}

function batchEvent(body: Schema): Schema {
  return body.properties!.events!.items!.allOf!.at(-1)!
}

function typeOf(schema: Schema): string {
  if (schema === records.CalendarUrls) return 'CalendarUrl'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const parts = schema.anyOf ?? schema.allOf
  if (parts) return [...new Set(parts.map(typeOf))].join(schema.anyOf ? ' | ' : ' & ')
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  if (schema.type !== 'object') return 'unknown'
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return 'Record<string, unknown>'
  const required = schema.required ?? []
  const lines = properties.map(([name, inner]) =>
    property(name, required.includes(name), inner.description, typeOf(inner)),
  )
  return `{\n${lines.join('\n')}\n}`
}

/** Parameters are texts; what is meant is a number or a switch where the service says so. */
function queryType({ pattern }: Schema, description = ''): string {
  if (pattern?.includes('[1-9]')) return 'number'
  return /`(0|1|true)`/.test(description) ? 'boolean' : 'string'
}

function property(name: string, required: boolean, description: string | undefined, type: string): string {
  const comment = description ? `/** ${description.replaceAll('*/', '* /')} */\n` : ''
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
  return `${comment}${key}${required ? '' : '?'}: ${type}`
}

async function servedPaths(): Promise<Paths> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fasti-types-'))
  try {
    await using ctx = await openContext(readConfig({ FASTI_DATA: folder, LOG_LEVEL: 'silent' }))
    const app = await buildServer(ctx)
    await app.ready()
    const { paths } = app.swagger() as unknown as { paths: Paths }
    await app.close()
    return JSON.parse(JSON.stringify(paths)) as Paths
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) writeFileSync(TYPES_FILE, await clientTypes(await servedPaths()))
