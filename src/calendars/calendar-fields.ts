import { type TSchema, Type } from 'typebox'
import { Bit, Name, Text, WebAddress } from '../schemas.ts'

/**
 * The fields of a public calendar. Its type and columns, the schemas of the API and the admin API, the tools
 * of the MCP server, the portal's form and tables of the docs are derived from these rows.
 */

/** How values of one kind are read, stored and shown. The admin API shows them as they are. */
interface Kind<Value> {
  /** Converts a value that the schema accepted. */
  read(given: unknown): Value
  toColumn(value: Value): string | number
  fromColumn(stored: unknown): Value
  /** The value in records of the API. */
  show(value: Value): unknown
  shown: TSchema
  shownInPortal: TSchema
}

/** The schema, names and description of a field. */
export interface About {
  schema: TSchema
  /** The schema of the API, if the admin API has another one. */
  apiSchema?: TSchema
  /** The schema of the admin API, which needs no value: an empty one is the default. */
  adminSchema?: TSchema
  /** The only surface that has it. */
  only?: Surface
  /** `always`: also in a change. Without it a new calendar has the default. */
  required?: 'new' | 'always'
  /** Its name in the API, if it differs from the name here. */
  as?: string
  /** Its description in records and in the tables of the docs. */
  says: string
  /** Its description for models that use the MCP server, if it is another one. */
  mcp?: string
}

/** A field of calendars, with its kind and its schema. */
export interface CalendarField<Value = unknown> extends Kind<Value>, About {
  /** The default. An empty reference is made from the name (`save-calendar.ts`). */
  none: Value
}

const TEXT: Kind<string> = {
  read: (given) => given as string,
  toColumn: (value) => value,
  fromColumn: (stored) => stored as string,
  show: (value) => value,
  shown: Type.String(),
  shownInPortal: Type.String(),
}
/** The URL of an image; empty: none, for which the API has `false`. */
const IMAGE: Kind<string> = {
  ...TEXT,
  read: (given) => (given as string | false) || '',
  show: (value) => value || false,
  shown: Type.Union([Type.String(), Type.Literal(false)]),
}
const SWITCH: Kind<boolean> = {
  read: (given) => Number(given) === 1,
  toColumn: (value) => (value ? 1 : 0),
  fromColumn: (stored) => stored === 1,
  show: (value) => (value ? 1 : 0),
  shown: Type.Integer({ minimum: 0, maximum: 1 }),
  shownInPortal: Type.Boolean(),
}

function field<Value>(none: Value, kind: Kind<Value>, about: About): CalendarField<Value> {
  return { none, ...kind, ...about }
}

/** The fields of a calendar, in the order of its record. */
export const CALENDAR_FIELDS = {
  name: field('', TEXT, {
    schema: Name(2, 250),
    required: 'new',
    says: 'Subscribers see it.',
  }),
  reference: field('', TEXT, {
    schema: Text(1, 255),
    adminSchema: Text(0, 255),
    required: 'new',
    says: 'Your own key, unique over your calendars.',
  }),
  genre: field('General', TEXT, {
    schema: Text(1, 100),
    adminSchema: Text(0, 100),
    required: 'new',
    says: 'Such as Sports.',
  }),
  subGenre: field('General', TEXT, {
    schema: Text(1, 100),
    adminSchema: Text(0, 100),
    required: 'always',
    says: 'Such as Rugby.',
  }),
  note: field('', TEXT, {
    schema: Text(0, 5000),
    says: 'Shown on its public page.',
  }),
  logo: field('', IMAGE, {
    schema: WebAddress,
    says: 'Full address of an image.',
  }),
  draft: field(true, SWITCH, {
    as: 'draftCalendar',
    schema: Type.Boolean({ accepts: 'true or false' }),
    apiSchema: Bit,
    says: 'A draft is in no widget, feed or list. A new calendar is a draft unless told.',
    mcp: '1: a draft that nobody sees; 0: public. A new calendar is a draft unless told.',
  }),
  eventPages: field(true, SWITCH, {
    only: 'admin',
    schema: Type.Boolean({ accepts: 'true or false' }),
    says: 'Each of its events has a public page.',
  }),
}

const CATEGORY_PATHS = Type.String({
  maxLength: 5000,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  accepts: 'paths such as Sports/Football, Men',
  description: 'Comma-separated paths; `/` separates levels. Missing ones are created.',
})

/** Input that is stored in tables of its own. */
export const CALENDAR_INPUTS: Record<'categories', About> = {
  categories: {
    schema: CATEGORY_PATHS,
    adminSchema: CATEGORY_PATHS,
    required: 'new',
    says: 'Paths separated by commas; `/` separates levels. No empty level, at most 255 characters a path and 5000 in all. Missing ones are created.',
    mcp: 'Paths separated by commas; / separates levels: Sports/Rugby, Men',
  },
}

type Fields = typeof CALENDAR_FIELDS
type FieldName = keyof Fields

/** The fields of a public calendar that a publisher sets. */
export type CalendarFields = { [Name in FieldName]: Fields[Name]['none'] }

/** Names and rows of the fields, in the order of the record. */
export const CALENDAR_ROWS = Object.entries(CALENDAR_FIELDS) as [FieldName, CalendarField][]

export type Surface = 'api' | 'admin'

/** The names and rows of the fields that a surface has. */
export function calendarRows(surface: Surface): [FieldName, CalendarField][] {
  return CALENDAR_ROWS.filter(([, { only = surface }]) => only === surface)
}

/** The name of a field on a surface. */
export function calendarName(name: string, surface: Surface): string {
  const { as = name } = (CALENDAR_FIELDS as Record<string, Partial<About>>)[name] ?? {}
  return surface === 'api' ? as : name
}

/** The properties of the input for a new calendar, or for a change. */
export function calendarInput(purpose: 'new' | 'change', surface: Surface): Record<string, TSchema> {
  const rows: [string, About][] = [...calendarRows(surface), ...Object.entries(CALENDAR_INPUTS)]
  return Object.fromEntries(
    rows.map(([name, { schema, apiSchema = schema, adminSchema, required }]) => {
      const accepted = surface === 'api' ? apiSchema : (adminSchema ?? schema)
      const isOptional = surface === 'admin' && adminSchema !== undefined
      const needed = !isOptional && (required === 'always' || required === purpose)
      return [calendarName(name, surface), needed ? accepted : Type.Optional(accepted)]
    }),
  )
}

/** Returns the fields that an input has, which its schema accepted. */
export function readCalendar(input: Record<string, unknown>, surface: Surface): Partial<CalendarFields> {
  const given = calendarRows(surface).map(([name, field]) => {
    const value = input[calendarName(name, surface)]
    if (value === '' && surface === 'admin') return [name, field.none] as const
    return [name, value === undefined ? undefined : field.read(value)] as const
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** The fields of a new calendar. */
export function readNewCalendar(input: Record<string, unknown>, surface: Surface): CalendarFields {
  return { ...BLANK_CALENDAR, ...readCalendar(input, surface) }
}

export const BLANK_CALENDAR = Object.fromEntries(
  CALENDAR_ROWS.map(([name, { none }]) => [name, none]),
) as CalendarFields

/** The fields alone, of a record with others. */
export function fieldsOf(calendar: CalendarFields): CalendarFields {
  return Object.fromEntries(CALENDAR_ROWS.map(([name]) => [name, calendar[name]])) as CalendarFields
}
