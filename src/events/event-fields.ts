import { type TSchema, Type } from 'typebox'
import { Bit, Count, Name, Text, WebAddress, Word } from '../schemas.ts'

/**
 * The fields of an event. Its type and columns, the schemas of the API and the admin API, the columns of
 * files, the tools of the MCP server, the form of the admin portal and the tables of `docs/api.md` are derived
 * from these rows. Rules about several fields are in `read-event.ts`.
 */

/** How values of one kind are read, stored and shown. */
interface Kind<Value, Admin = Value> {
  /** The default. */
  none: Value
  /** Converts a value that the schema accepted. */
  read(given: unknown): Value
  toColumn(value: Value): string | number | null
  fromColumn(stored: unknown): Value
  /** The value in records of the API. */
  show(value: Value): unknown
  shown: TSchema
  /** The value in records of the admin API. */
  showInAdmin(value: Value): Admin
  shownInAdmin: TSchema
}

interface About {
  /** The end of its row in the table of `docs/api.md`, after the description of the schema. */
  says?: string
  /** Its name in the API and in files, if it differs from the name here. */
  as?: string
  /** A stricter schema for private events. */
  privateSchema?: TSchema
  /**
   * Other headings of this column in files, lower case, without spaces and dashes. Without a list files don't
   * have the field.
   */
  headings?: string[]
  /** Its description for models that use the MCP server; without it they can't set the field. */
  mcp?: string
  /** Set if the short record in lists of one subscriber has the field; `when set`: only with a value. */
  short?: true | 'when set'
  /** Set if the admin API's record and the admin portal's form of an event have the field. */
  inAdmin?: true
  /**
   * Set if the API's records omit the field while it is off, so that old clients don't meet an unknown field.
   */
  onlyWhenSet?: true
  /** Set if subscribers don't see the field, so that its changes don't raise SEQUENCE. */
  hidden?: true
  /** The version that added it, if it is not the first. */
  since?: string
}

/** A field of events, with its kind and its schema. */
export interface EventField<Value = unknown, Admin = Value> extends Kind<Value, Admin>, About {
  schema: TSchema
  /**
   * The type of its column; undefined: it is in the JSON of the column `extras`, since few events have it.
   */
  column: 'text' | 'integer' | undefined
}

function kind<Value>(none: Value, shown: TSchema, over: Partial<Kind<Value>> = {}): Kind<Value> {
  return {
    none,
    read: (given) => given as Value,
    toColumn: (value) => value as string | number | null,
    fromColumn: (stored) => stored as Value,
    show: (value) => value,
    shown,
    showInAdmin: (value) => value,
    shownInAdmin: shown,
    ...over,
  }
}

const TEXT = kind('', Type.String())
/** A key that the publisher chooses; null: none. */
const KEY: Kind<string | null, string> = {
  ...kind<string | null>(null, Type.String(), { read: (given) => (given as string) || null }),
  show: (value) => value ?? '',
  showInAdmin: (value) => value ?? '',
}
const DAY = kind('', Type.String({ description: '`YYYY-MM-DD`, in `timezone`.' }))
/** Null: the event lasts all day. */
const TIME = kind<string | null>(
  null,
  Type.String({ description: '`HH:MM`; empty when it lasts all day.' }),
  {
    show: (value) => value ?? '',
    shownInAdmin: Type.Union([Type.String(), Type.Null()]),
  },
)
const SWITCH: Kind<boolean> = kind(false, Type.Integer({ minimum: 0, maximum: 1 }), {
  read: (given) => Number(given) === 1,
  toColumn: (value) => (value ? 1 : 0),
  fromColumn: (stored) => stored === 1,
  show: (value) => (value ? 1 : 0),
  shownInAdmin: Type.Boolean(),
})
const NUMBER = kind(0, Type.Integer(), { read: Number })
const TEXTS = kind<string[]>([], Type.Array(Type.String()))
const OBJECT = kind<Record<string, unknown>>({}, Type.Object({}))

function inColumn<Value, Admin, const Rest extends About>(
  column: 'text' | 'integer',
  schema: TSchema,
  values: Kind<Value, Admin>,
  about: Rest,
): EventField<Value, Admin> & Pick<Rest, keyof Rest & 'inAdmin'> {
  return { ...values, ...about, schema, column }
}

function inExtras<Value, Admin, const Rest extends About>(
  schema: TSchema,
  values: Kind<Value, Admin>,
  about: Rest,
): EventField<Value, Admin> & Pick<Rest, keyof Rest & 'inAdmin'> {
  return { ...values, ...about, schema, column: undefined }
}

export const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  accepts: 'a date that exists, as YYYY-MM-DD',
})
const Time = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$', accepts: 'a time as HH:MM' })
const Reminder = Type.String({
  pattern: '^(\\d{1,4}[MHD])?$',
  accepts: 'empty, or up to four digits and M, H or D, such as 15M',
})
export const YesNo = Type.Union(
  [
    Type.Boolean(),
    Type.String({ pattern: '^([yY][eE][sS]|[nN][oO]|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])$' }),
  ],
  { accepts: 'yes, no, true or false' },
)
const REMINDER = 'A reminder before the start: up to four digits and M, H or D, such as 15M or 1D.'

/** The fields of an event, in the order of its record. */
export const EVENT_FIELDS = {
  name: inColumn('text', Name(1, 500), TEXT, {
    says: 'Required',
    headings: ['title', 'subject', 'summary', 'event', 'eventname'],
    mcp: '1 to 500 characters.',
    short: true,
    inAdmin: true,
  }),
  location: inColumn('text', Text(0, 255), TEXT, {
    says: 'Required for a public event',
    headings: ['venue', 'place', 'where', 'ground'],
    mcp: 'Required for a public event.',
    short: true,
    inAdmin: true,
  }),
  startDate: inColumn('text', Day, DAY, {
    says: 'Required',
    headings: ['date', 'start', 'startday', 'from', 'begin', 'begindate', 'startdatetime'],
    mcp: 'The first day, as YYYY-MM-DD.',
    short: true,
    inAdmin: true,
  }),
  startTime: inColumn('text', Time, TIME, {
    says: 'Required unless `allDay`',
    headings: ['time', 'kickoff', 'kickofftime', 'begintime'],
    mcp: 'When it starts, as HH:MM; required unless all day.',
    short: true,
    inAdmin: true,
  }),
  endDate: inColumn('text', Day, DAY, {
    says: 'Required, and not before the start. The last day is inclusive',
    headings: ['end', 'endday', 'until', 'to', 'finish', 'finishdate', 'enddatetime'],
    mcp: 'The last day, inclusive, as YYYY-MM-DD.',
    short: true,
    inAdmin: true,
  }),
  endTime: inColumn('text', Time, TIME, {
    says: 'Required unless `allDay`',
    headings: ['finishtime'],
    mcp: 'When it ends, as HH:MM; required unless all day.',
    short: true,
    inAdmin: true,
  }),
  timezone: inColumn(
    'text',
    Type.String({ accepts: 'an IANA time zone name, such as Europe/London' }),
    TEXT,
    {
      says: 'Without one it is the publisher’s. It is kept and shown as you spell it',
      headings: ['tz', 'zone', 'tzid'],
      mcp: 'An IANA name such as Europe/London; left out it is that of the publisher.',
      short: true,
      inAdmin: true,
    },
  ),
  alert: inColumn('text', Reminder, TEXT, {
    says: 'A reminder before the start',
    headings: ['alert1', 'reminder', 'reminder1', 'alarm'],
    mcp: REMINDER,
    short: true,
    inAdmin: true,
  }),
  alert2: inColumn('text', Reminder, TEXT, {
    says: 'Another one',
    headings: ['reminder2', 'alarm2'],
    mcp: REMINDER,
    short: 'when set',
    inAdmin: true,
  }),
  details: inColumn('text', Text(0, 8000), TEXT, {
    says: 'Line breaks are kept',
    headings: ['description', 'notes', 'note', 'text'],
    mcp: 'A description, with line breaks.',
    short: true,
    inAdmin: true,
  }),
  draft: inColumn(
    'integer',
    Bit,
    { ...SWITCH, none: true },
    {
      says: 'Without it an event is a draft (1), and in no feed. It may change both ways later',
      headings: [],
      mcp: '0: live, subscribers see it; 1: a draft. A new event is a draft unless told.',
      short: true,
      inAdmin: true,
    },
  ),
  cancelled: inColumn('integer', Bit, SWITCH, {
    says: '1 cancels the event, 0 has it take place after all. [A setting](feeds.md#cancelled-events) decides how feeds show it. It is in the record only where it is 1',
    mcp: '1: cancelled; 0: it takes place after all.',
    short: true,
    inAdmin: true,
    onlyWhenSet: true,
  }),
  twitterTag: inExtras(Text(0, 255), TEXT, { headings: ['hashtag'] }),
  social: inExtras(Type.Object({}, { accepts: 'an object' }), OBJECT, {
    says: 'At most 2000 characters as JSON',
  }),
  featured: inExtras(Count, NUMBER, { headings: [] }),
  tags: inExtras(Type.Array(Text(1, 100), { maxItems: 100, accepts: 'a list of at most 100 texts' }), TEXTS, {
    says: 'Each has 1 to 100 characters',
    headings: ['tag'],
  }),
  reference: inColumn('text', Text(0, 255), KEY, {
    says: 'Your own key, unique over all your events, public and private. In private events without spaces',
    privateSchema: Word(255),
    headings: ['ref', 'uid', 'eventreference', 'externalid'],
    mcp: 'A key of your own for it, no other event has.',
    short: true,
    inAdmin: true,
    hidden: true,
  }),
  referenceType: inColumn('text', Text(0, 255), KEY, {
    says: 'Your own key for a group of events. In private events without spaces',
    privateSchema: Word(255),
    headings: ['reftype'],
    mcp: 'A key of your own for a group of events.',
    inAdmin: true,
    hidden: true,
  }),
  eventBanner: inExtras(WebAddress, TEXT, {
    as: 'event_banner',
    headings: ['banner'],
  }),
  focusX: inExtras(Text(0, 20), TEXT, { as: 'focus-x', headings: [] }),
  focusY: inExtras(Text(0, 20), TEXT, { as: 'focus-y', headings: [] }),
  primaryLink: inExtras(
    Count,
    { ...NUMBER, none: 1 },
    {
      as: 'primary_link',
      says: 'The number of the quick link that becomes the `URL` of the event in feeds. Without one it is 1, else the first link there is',
      headings: [],
    },
  ),
  secondaryLink: inExtras(
    Count,
    { ...NUMBER, none: 2 },
    { as: 'secondary_link', says: 'Without one it is 2', headings: [] },
  ),
  sponsoredMessage: inColumn('text', Text(0, 500), TEXT, {
    as: 'sponsored_message',
    says: 'No feed shows it',
    headings: [],
    short: true,
    hidden: true,
  }),
}

const CalendarIds = Type.Array(Type.String(), { maxItems: 100, accepts: 'a list of calendar ids' })

/** Input that is not stored as a field but decides about fields. */
export const EVENT_INPUTS: Record<
  'type' | 'calendarId' | 'calendarIds' | 'addCalendarIds' | 'removeCalendarIds' | 'join' | 'allDay',
  About & { schema: TSchema }
> = {
  type: {
    schema: Type.String({ accepts: 'fixture or private' }),
    says: 'In any case. It is only checked',
  },
  calendarId: {
    schema: Type.String({ accepts: 'a calendar id' }),
    says: 'A calendar of yours, draft or not: the home of a public event, which needs one; a private event has none',
  },
  calendarIds: {
    schema: CalendarIds,
    says: 'All calendars of a public event, its home first; at most 21. Together with `calendarId` that is the home. A change keeps the home while it is in the list',
  },
  addCalendarIds: {
    schema: CalendarIds,
    says: 'Puts a public event into these calendars too',
  },
  removeCalendarIds: {
    schema: CalendarIds,
    says: 'Takes a public event out of these calendars. If its home is among them, the next one becomes its home',
  },
  join: {
    schema: YesNo,
    says: 'For a new public event whose `reference` an event has already: that one is put into these calendars too, and nothing else of it changes. The answer says `joined`',
  },
  allDay: {
    schema: YesNo,
    says: 'It lasts from the first midnight to the one after its last day',
    headings: ['alldayevent', 'wholeday', 'fullday'],
    mcp: 'It lasts all day and has no times.',
  },
}

type Fields = typeof EVENT_FIELDS
export type FieldName = keyof Fields

/** The values of an event's fields. */
export type FieldValues = { [Name in FieldName]: Fields[Name]['none'] }

type InAdmin = { [Name in FieldName]: ReturnType<Fields[Name]['showInAdmin']> }
/** Fields that the admin portal shows. */
export type AdminField = {
  [Name in FieldName]: Fields[Name] extends { inAdmin: true } ? Name : never
}[FieldName]
/** Values of fields in records of the admin API. */
export type AdminValues<Name extends FieldName = FieldName> = Pick<InAdmin, Name>

/** Names and rows of the fields, in the order of the record. */
export const FIELD_ROWS = Object.entries(EVENT_FIELDS) as [FieldName, EventField][]

/** The name of a field in the API and in files. */
export function wireName(name: string): string {
  return (EVENT_FIELDS as Record<string, About>)[name]?.as ?? name
}

function inputSchema(isPrivate: boolean) {
  const { type, allDay, ...ofPublic } = EVENT_INPUTS
  const others = { type, allDay, ...(!isPrivate && ofPublic) }
  const fields = FIELD_ROWS.map(([name, { schema, privateSchema }]) => [
    wireName(name),
    Type.Optional((isPrivate && privateSchema) || schema),
  ])
  const more = Object.entries(others).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return Type.Object(Object.fromEntries([...fields, ...more]) as Record<string, TSchema>)
}

/** The input for a public event; for quick links see `quick-links.ts`. */
export const PublicEventInput = inputSchema(false)

/** The input for a private event. */
export const PrivateEventInput = inputSchema(true)
