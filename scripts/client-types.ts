// Writes client/src/types.ts, the client's input and output types, from the API document that the service
// makes of
// its schemas: `node scripts/client-types.ts`. A test fails if the file differs from what this script writes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import prettier from 'prettier'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { AccountRecord } from '../src/http/api/accounts.ts'
import {
  AlertSentBody,
  ChangeReachedBody,
  NotificationRecord,
  SubscriberBody,
} from '../src/http/api/notifications.ts'
import { CalendarInFull, CalendarRecord } from '../src/http/api/present-calendar.ts'
import { ChangeRecord } from '../src/http/api/present-change.ts'
import { EventRecord, SeriesRecord, SubscriberEvent } from '../src/http/api/present-event.ts'
import { SubscriberRecord } from '../src/http/api/present-subscriber.ts'
import { CalendarUrls } from '../src/http/api/schemas.ts'
import { NewDevice } from '../src/http/devices.ts'
import { buildServer } from '../src/http/server.ts'

export const TYPES_FILE = path.resolve(import.meta.dirname, '../client/src/types.ts')

/** The parts of JSON Schema that our schemas use. */
interface Schema {
  type?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  pattern?: string
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** The paths of an OpenAPI document. */
export type Paths = Record<string, Record<string, Operation>>

/** Types made from request bodies, or from a part of one. */
const BODIES: [name: string, comment: string, operation: string, part?: (schema: Schema) => Schema][] = [
  ['NewCalendar', 'A new calendar.', 'post /apiv2/calendar'],
  ['CalendarChanges', 'The fields of a calendar to change.', 'put /apiv2/calendar/{id}'],
  ['EventFields', 'The fields of a public event.', 'put /apiv2/event/{id}'],
  ['PrivateEventFields', 'The fields of a private event.', 'post /apiv2/batch/events', batchEvent],
  ['NewAccount', 'A new sub-account.', 'post /apiv2/account'],
]
const QUERIES: [name: string, comment: string, operation: string, without?: string[]][] = [
  ['CalendarQuery', 'Filters for the list of calendars.', 'get /apiv2/calendar'],
  ['EventQuery', 'Filters for the list of public events.', 'get /apiv2/event', ['svc_id', 'type']],
  ['PrivateEventQuery', 'Filters for the list of private events.', 'get /apiv2/batch/events', ['type']],
  ['ChangeQuery', 'The place to go on from in the list of changes.', 'get /apiv2/changes'],
  ['NotificationQuery', 'Filters for the list of notifications.', 'get /apiv2/notifications'],
]

/** Types of records in responses. `links`: the type used in place of the many quick-link fields. */
const RECORDS: { name: string; comment: string; schema: Schema; base?: Schema; links?: string }[] = [
  { name: 'NewDevice', comment: 'The password of a device, and how to use it.', schema: NewDevice },
  { name: 'CalendarUrl', comment: "The URLs of one subscriber's feed.", schema: CalendarUrls },
  { name: 'CalendarRecord', comment: 'A calendar in a list.', schema: CalendarRecord },
  {
    name: 'CalendarInFull',
    comment: 'One calendar, with the links for people.',
    schema: CalendarInFull,
    base: CalendarRecord,
  },
  {
    name: 'EventRecord',
    comment: 'A public event, or a private one as in batches.',
    schema: EventRecord,
    links: 'QuickLinkRecord',
  },
  {
    name: 'SeriesRecord',
    comment: 'A series of events: the fields that its dates have, and its recurrence.',
    schema: SeriesRecord,
    base: EventRecord,
  },
  {
    name: 'SubscriberEvent',
    comment: 'An event in the list of one subscriber.',
    schema: SubscriberEvent as Schema,
    links: 'QuickLinks',
  },
  { name: 'ChangeRecord', comment: 'A change of an event that subscribers can see.', schema: ChangeRecord },
  { name: 'SubscriberRecord', comment: 'A subscriber.', schema: SubscriberRecord },
  { name: 'Account', comment: 'A sub-account of a partner.', schema: AccountRecord },
  {
    name: 'SubscriberBody',
    comment: 'The body of a webhook about a subscriber, decrypted. Each kind has some of these fields.',
    schema: SubscriberBody,
  },
  {
    name: 'ChangeReachedBody',
    comment: 'The body of a webhook of the kind `change.reached`, decrypted.',
    schema: ChangeReachedBody,
  },
  {
    name: 'AlertSentBody',
    comment: 'The body of a webhook of the kind `alert.sent`, decrypted.',
    schema: AlertSentBody,
  },
  { name: 'Notification', comment: 'A notification. Its kind tells the body.', schema: NotificationRecord },
]

/** Returns the text of client/src/types.ts. */
export async function clientTypes(paths: Paths): Promise<string> {
  const operation = (key: string) => {
    const [method, url] = key.split(' ') as [string, string]
    const described = paths[url]?.[method]
    if (!described) throw new Error(`The API has no operation ${key}`)
    return described
  }
  const bodies = BODIES.map(([name, comment, key, part = (whole) => whole]) => {
    const schema = operation(key).requestBody!.content['application/json'].schema
    return `/** ${comment} */\nexport interface ${name} ${typeOf(part(schema))}`
  })
  const queries = QUERIES.map(([name, comment, key, without = []]) => {
    const parameters = operation(key).parameters!.filter((parameter) => !without.includes(parameter.name))
    const lines = parameters.map(({ name, required, description, schema }) =>
      property(name, required ?? false, description, queryType(schema, description)),
    )
    return `/** ${comment} */\nexport interface ${name} {\n${lines.join('\n')}\n}`
  })
  const head = '// Written by scripts/client-types.ts from the schemas of the service. Do not change by hand.'
  const links = "import type { QuickLinkRecord, QuickLinks } from './records.ts'"
  const options = { ...(await prettier.resolveConfig(TYPES_FILE)), filepath: TYPES_FILE }
  return prettier.format(
    [head, links, ...bodies, ...queries, ...RECORDS.map(recordType)].join('\n\n'),
    options,
  )
}

function recordType({ name, comment, schema, base, links }: (typeof RECORDS)[number]): string {
  if (schema.anyOf) return `/** ${comment} */\nexport type ${name} = ${typeOf(schema)}`
  const parent = RECORDS.find((record) => record.schema === base)
  const own = Object.entries(schema.properties!).filter(
    ([field]) => !(base && field in base.properties!) && !(links && field.startsWith('quickLink[')),
  )
  const type = typeOf({ ...schema, properties: Object.fromEntries(own) })
  const is = links
    ? `type ${name} = ${links} & `
    : `interface ${name} ${parent ? `extends ${parent.name} ` : ''}`
  return `/** ${comment} */\nexport ${is}${type}`
}

function batchEvent(body: Schema): Schema {
  return body.properties!.events!.items!.allOf!.at(-1)!
}

function typeOf(schema: Schema): string {
  if (schema === CalendarUrls) return 'CalendarUrl'
  if (schema === SubscriberBody) return 'SubscriberBody'
  if (schema === ChangeReachedBody) return 'ChangeReachedBody'
  if (schema === AlertSentBody) return 'AlertSentBody'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const parts = schema.anyOf ?? schema.allOf
  if (parts) return [...new Set(parts.map(typeOf))].join(schema.anyOf ? ' | ' : ' & ')
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  if (schema.type !== 'object') return 'unknown'
  const { additionalProperties: values } = schema
  if (typeof values === 'object') return `Record<string, ${typeOf(values)}>`
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return 'Record<string, unknown>'
  const required = schema.required ?? []
  const lines = properties.map(([name, inner]) =>
    property(name, required.includes(name), inner.description, typeOf(inner)),
  )
  return `{\n${lines.join('\n')}\n}`
}

/**
 * Query parameters are strings in the schema; the pattern or description shows which are numbers or switches.
 */
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
