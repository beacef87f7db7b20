// Writes the tables of docs/ that list what the source lists, the tree of folders, and the fields that the
// conformance suite expects: `node scripts/doc-tables.ts`. A test fails when a file differs from what this writes.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import prettier from 'prettier'
import type { TObject, TSchema } from 'typebox'
import {
  type About,
  CALENDAR_INPUTS,
  calendarName,
  calendarRows,
  type Surface,
} from '../src/calendars/calendar-fields.ts'
import {
  EVENT_FIELDS,
  EVENT_INPUTS,
  type EventField,
  FIELD_ROWS,
  wireName,
} from '../src/events/event-fields.ts'
import { CalendarRecord } from '../src/http/api/present-calendar.ts'
import { KINDS } from '../src/webhooks/kinds.ts'
import { folderTree } from './folder-tree.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** The tables by page and name. A page has a place for each: `<!-- Table of NAME, written by … -->`. */
const TABLES: Record<string, Record<string, () => string>> = {
  'docs/architecture.md': { folders: () => `\`\`\`text\n${folderTree()}\n\`\`\`` },
  'docs/admin-api.md': { 'calendar-fields': () => tableOfCalendarFields('admin') },
  'docs/api.md': {
    'calendar-record': () => tableOfRecord(CalendarRecord),
    'calendar-fields': () => tableOfCalendarFields('api'),
    'event-fields': tableOfEventFields,
  },
  'docs/webhooks.md': { kinds: tableOfKinds },
}

/** The files with their tables as they should be. */
export async function filesWithTables(): Promise<{ file: string; text: string }[]> {
  return [...(await pagesWithTables()), await conformanceFields()]
}

async function pagesWithTables(): Promise<{ file: string; text: string }[]> {
  const pages = Object.entries(TABLES).map(async ([page, tables]) => {
    const file = path.join(ROOT, page)
    let text = readFileSync(file, 'utf8')
    for (const [name, table] of Object.entries(tables)) {
      const place = new RegExp(`(<!-- Table of ${name},[^>]*-->).*?(<!-- End of table -->)`, 's')
      if (!place.test(text)) throw new Error(`${page} has no place for the table of ${name}`)
      text = text.replace(place, (_, begin: string, end: string) => `${begin}\n\n${table()}\n\n${end}`)
    }
    return { file, text: await formatted(file, text) }
  })
  return Promise.all(pages)
}

function tableOfEventFields(): string {
  const rows = Object.entries({ ...EVENT_FIELDS, ...EVENT_INPUTS }).map(
    ([name, { schema, says = '', since }]) => {
      const { accepts = '' } = schema as { accepts?: string }
      return [`\`${wireName(name)}\``, accepts, since ? `${says}. Since ${since}` : says]
    },
  )
  const links = [
    '`quickLink[n][name]`, `quickLink[n][url]`',
    'a text of at most 255 characters; an http or https address of at most 2000',
    'Up to ten links, n from 1 to 10',
  ]
  return tableOf(['Field', 'Accepts', ''], [...rows, links])
}

/** The input for a calendar. */
function tableOfCalendarFields(surface: Surface): string {
  const inputs: [string, About][] = [...calendarRows(surface), ...Object.entries(CALENDAR_INPUTS)]
  const rows = inputs.map(([name, { schema, apiSchema = schema, adminSchema, required, says }]) => {
    const accepted = surface === 'api' ? apiSchema : (adminSchema ?? schema)
    const { accepts = '' } = accepted as { accepts?: string }
    const isOptional = surface === 'admin' && adminSchema !== undefined
    const needed = required && !isOptional ? { new: 'yes', always: 'yes, also in a change' }[required] : 'no'
    return [`\`${calendarName(name, surface)}\``, needed, accepts, says]
  })
  return tableOf(['Field', 'Required', 'Accepts', ''], rows)
}

/** The fields of a record, with the types of their values. */
function tableOfRecord({ properties }: TObject): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { description = '' } = schema as { description?: string }
    return [`\`${name}\``, typeInWords(schema), description]
  })
  return tableOf(['Field', 'Type', ''], rows)
}

interface JsonType {
  type?: string
  const?: unknown
  anyOf?: JsonType[]
}

function typeInWords(schema: JsonType): string {
  if (schema.anyOf) return schema.anyOf.map(typeInWords).join(' or ')
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  return { string: 'text', integer: 'number', array: 'list' }[schema.type ?? ''] ?? schema.type ?? ''
}

function tableOfKinds(): string {
  const rows = Object.entries(KINDS).map(([name, { about, byDefault, when, payload }]) => [
    `\`${name}\``,
    about,
    byDefault ? 'yes' : 'no',
    when,
    fieldsOf(payload),
  ])
  return tableOf(['kind', 'about', 'by default', 'sent when', 'body'], rows)
}

/** The fields that a body always has, then those that it may have. */
function fieldsOf({ properties, required }: TObject): string {
  const [always, maybe] = [true, false].map((wanted) =>
    Object.entries(properties)
      .filter(([name]) => required.includes(name) === wanted)
      .map(([name, schema]) => `\`${name}${constantOf(schema)}\``)
      .join(', '),
  )
  return maybe ? `${always}; if known, ${maybe}` : always!
}

function constantOf(schema: TSchema): string {
  return 'const' in schema ? `: ${JSON.stringify(schema.const)}` : ''
}

/** The event fields that the conformance suite expects. It shares no code with the service, so it has a copy. */
async function conformanceFields(): Promise<{ file: string; text: string }> {
  const file = path.join(ROOT, 'conformance/src/event-fields.ts')
  const always = FIELD_ROWS.filter(([, { onlyWhenSet }]) => !onlyWhenSet)
  const short = always.filter(([, field]) => field.short === true)
  const text = [
    '// Written by scripts/doc-tables.ts from the fields of the service. Do not change by hand.',
    "import { list, object, text, whole } from './expect.ts'",
    '',
    '/** The fields that each full record of an event has. */',
    `export const EVENT_FIELDS = {${always.map(expectation).join(', ')}}`,
    '',
    '/** The fields that each event has in the list of one subscriber. */',
    `export const SHORT_EVENT_FIELDS = {${short.map(expectation).join(', ')}}`,
  ]
  return { file, text: await formatted(file, text.join('\n')) }
}

async function formatted(file: string, text: string): Promise<string> {
  return prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file })
}

/** The kinds of values in `conformance/src/expect.ts`, by their type in JSON Schema. */
const KINDS_OF_VALUES: Record<string, string> = {
  string: 'text',
  integer: 'whole',
  array: 'list',
  object: 'object',
}

function expectation([name, { shown }]: [string, EventField]): string {
  const kind = KINDS_OF_VALUES[(shown as { type?: string }).type ?? '']
  if (!kind) throw new Error(`The conformance suite has no kind of value for the field ${name}`)
  return `${JSON.stringify(wireName(name))}: ${kind}`
}

function tableOf(titles: string[], rows: string[][]): string {
  const lines = [titles, titles.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (import.meta.main) for (const { file, text } of await filesWithTables()) writeFileSync(file, text)
