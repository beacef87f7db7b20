import { type Static, Type } from 'typebox'
import { Text } from '../../schemas.ts'
import { Answer, ReasonCode, ReasonCodes } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { Switch } from './user-fields.ts'

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Whole = Type.Integer()

export const Mapping = Type.Object(
  {
    columns: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        accepts: 'an object of column keys and fields',
        description: 'The field of each column by its key, empty for none. What is left out is guessed.',
      }),
    ),
    dateOrder: Type.Optional(
      Type.Union([Type.Literal('day'), Type.Literal('month'), Type.Null()], {
        accepts: 'day, month or null',
        description: 'The first part of dates such as 3/4/2026, where the table leaves it open.',
      }),
    ),
    sheet: Type.Optional(Text(0, 100)),
    headingLine: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        accepts: 'the number of a line, or 0 for none',
        description: 'The line of the headings; 0: there are none.',
      }),
    ),
    title: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 200, pattern: '\\{(name|home|away|competition|round)\\}' },
        accepts: 'a pattern of at most 200 characters with {home}, {away}, {name}, {competition} or {round}',
        description: 'How the fields of a row make its title, such as `{home} – {away}`.',
      }),
    ),
  },
  { accepts: 'an object' },
)

const Places = Type.Record(Type.String({ maxLength: 500 }), Text(0, 255), {
  maxProperties: 200,
  accepts: 'an object of home teams and places',
  description: 'The places of events without one by their home team.',
})

const Edits = Type.Array(
  Type.Object(
    {
      sheet: Text(0, 100),
      line: Type.Integer({ minimum: 1, maximum: 1_000_000, accepts: 'the number of a line' }),
      field: Text(1, 100),
      value: Text(0, 8000),
    },
    { accepts: 'an object with sheet, line, field and value' },
  ),
  { maxItems: 2000, accepts: 'at most 2000 corrected cells' },
)

export const Options = Type.Object(
  {
    draft: Type.Optional(Switch),
    removeMissing: Type.Optional(Switch),
    join: Type.Optional(Switch),
    defaultMinutes: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 1440 }), Type.Null()], {
        accepts: 'a whole number of minutes from 1 to 1440, or null',
        description:
          'How long an event lasts whose row has a start time and no end; null: such a row is faulty. Without it 120 minutes.',
      }),
    ),
    defaultLocation: Type.Optional(Text(0, 255)),
    places: Type.Optional(Places),
    withoutTime: Type.Optional(
      Type.Union([Type.Literal('allDay'), Type.Literal('leaveOut'), Type.Null()], {
        accepts: 'allDay, leaveOut or null',
        description: 'Rows without a time: all-day events, or left out. Without it they are faulty.',
      }),
    ),
  },
  { accepts: 'an object' },
)

/** An address to import from. */
export const Address = Type.String({
  maxLength: 2000,
  pattern: '^(https?|webcals?)://[^\\s\\u0000-\\u001f\\u007f]+$',
  accepts: 'an http, https or webcal address',
})

const source = {
  calendarId: Key,
  fileName: Type.Optional(Text(1, 255)),
  content: Type.Optional(Type.String({ accepts: 'the bytes of the file as base64' })),
  text: Type.Optional(Type.String({ accepts: 'the text of the file' })),
  url: Type.Optional(Address),
  mapping: Type.Optional(Mapping),
  options: Type.Optional(Options),
  edits: Type.Optional(Edits),
}

export const PreviewInput = Type.Object(source, { label: 'Import' })
export type PreviewInput = Static<typeof PreviewInput>

export const ImportInput = Type.Object(
  {
    ...source,
    digest: Type.String({
      pattern: '^[0-9a-f]{64}$',
      accepts: 'what the preview said in digest',
    }),
  },
  { label: 'Import' },
)
export type ImportInput = Static<typeof ImportInput>

const ListedEvent = Type.Object({
  line: OrNull(Whole),
  id: OrNull(Type.String()),
  reference: Type.String(),
  name: Type.String(),
  location: Type.String(),
  startDate: Type.String(),
  startTime: OrNull(Type.String()),
  endDate: Type.String(),
  endTime: OrNull(Type.String()),
  timezone: Type.String(),
})
export type ListedEvent = Static<typeof ListedEvent>

const ChangedEvent = Type.Object({
  ...ListedEvent.properties,
  fields: Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
})
export type ChangedEvent = Static<typeof ChangedEvent>

const JoinedEvent = Type.Object({
  ...ListedEvent.properties,
  calendars: Type.Array(Type.String(), {
    description: 'The names of the calendars that have it now, its home first.',
  }),
})
export type JoinedEvent = Static<typeof JoinedEvent>

const ListedSeries = Type.Object({
  line: OrNull(Whole),
  id: OrNull(Type.String()),
  reference: Type.String(),
  name: Type.String(),
  location: Type.String(),
  startDate: Type.String(),
  startTime: OrNull(Type.String()),
  endDate: Type.String(),
  endTime: OrNull(Type.String()),
  timezone: Type.String(),
  change: Type.Enum(['added', 'changed', 'joined', 'removed', 'unchanged']),
  rule: Type.String({ description: 'RFC 5545, 3.3.10.' }),
  ruleBefore: OrNull(Type.String({ description: 'Only if the import changes the rule.' })),
  lastDate: Type.String({ description: 'The day of the last date that is made.' }),
  exclude: Type.Array(Type.String(), { description: 'The first 20 dates that it leaves out.' }),
  dates: Type.Object({ added: Whole, changed: Whole, removed: Whole, unchanged: Whole }),
})
export type ListedSeries = Static<typeof ListedSeries>

const Told = Type.Array(
  Type.Object({ line: Whole, message: Type.String(), reason: Type.Optional(ReasonCode) }),
)

const Faults = Type.Array(
  Type.Object({
    line: Whole,
    message: Type.String(),
    reason: Type.Optional(ReasonCode),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'The messages by field.' }),
    ),
    reasons: Type.Optional(ReasonCodes),
    cells: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'The cells of the row by field.' }),
    ),
  }),
)

const Table = Type.Object({
  sheets: Type.Array(Type.Object({ name: Type.String(), events: Whole })),
  lines: Type.Array(Type.Object({ line: Whole, cells: Type.Array(Type.String()) }), {
    description: 'The first lines, among them that of the headings.',
  }),
  settings: Type.Object(
    { mapping: Mapping, options: Options },
    { description: 'The choices by which it was read.' },
  ),
  remembered: Type.Boolean({ description: 'They are those for an earlier table with the same headings.' }),
  homes: Type.Array(Type.Object({ team: Type.String(), rows: Whole, place: Type.String() }), {
    description: 'Home teams of rows without a place, each with the place of its events in the calendar.',
  }),
  columns: Type.Array(
    Type.Object({ key: Type.String(), field: OrNull(Type.String()), samples: Type.Array(Type.String()) }),
  ),
  fields: Type.Array(Type.String(), { description: 'The fields that a column can hold.' }),
  rows: Whole,
  withoutEnd: Type.Integer({ description: 'Rows with a start time and no end.' }),
  withoutLocation: Whole,
  withoutTime: Type.Integer({ description: 'Rows without any time, in a table whose others have some.' }),
  dateOrder: OrNull(
    Type.Enum(['day', 'month', 'unknown'], { description: '`unknown`: somebody has to say, in `mapping`.' }),
  ),
})

export const Preview = Type.Object({
  calendar: Type.Object({ id: Type.String(), name: Type.String() }),
  source: Type.Object({ kind: Type.Enum(['file', 'address']), name: Type.String() }),
  table: OrNull(Table),
  counts: Type.Object({
    added: Whole,
    changed: Whole,
    joined: Type.Integer({ description: 'Events of other calendars that are put into this one too.' }),
    removed: Whole,
    unchanged: Whole,
    series: Type.Integer({ description: 'Series that the calendar then has of the file.' }),
    dates: Type.Integer({ description: 'Their dates, which are also counted as events.' }),
    faults: Whole,
    notes: Whole,
    droppedAlarms: Type.Integer({ description: 'Reminders of the file that events here can not have.' }),
  }),
  series: Type.Array(ListedSeries, {
    description: 'The first 200 series of the file, and of those that are removed.',
  }),
  added: Type.Array(ListedEvent),
  changed: Type.Array(ChangedEvent),
  joined: Type.Array(JoinedEvent),
  removed: Type.Array(ListedEvent),
  unchanged: Type.Array(ListedEvent),
  faults: Faults,
  notes: Told,
  nothingRemoved: OrNull(
    Type.Enum(['faults', 'empty'], { description: 'Why nothing counts as missing from the file.' }),
  ),
  digest: Type.String({
    description: 'A hash of all that would be done; to be sent with the import itself.',
  }),
})
export type Preview = Static<typeof Preview>

export const PreviewAnswer = Answer({ data: Preview })

export const ChangedSince = Type.Object(
  { status: Type.Literal('409'), statusLong: Type.String(), data: Preview },
  { description: 'The file or the calendar changed since the preview; `data` is the new one.' },
)

const Result = Type.Object({
  added: Whole,
  changed: Whole,
  joined: Whole,
  removed: Whole,
  unchanged: Whole,
  series: Whole,
  dates: Whole,
  faults: Told,
  notes: Told,
  droppedAlarms: Whole,
})

/** A line of the response to an import. */
export const ProgressLine = Type.Union(
  [
    Type.Object({ done: Whole, total: Whole }),
    Type.Object({ result: Result }),
    Type.Object({
      error: Type.Object({
        status: Type.String(),
        statusLong: Type.String(),
        reason: Type.Optional(ReasonCode),
      }),
    }),
  ],
  { description: 'A line of NDJSON. The last one has `result`, or `error`.' },
)
export type ProgressLine = Static<typeof ProgressLine>
export type ImportResultAnswer = Static<typeof Result>

const Remembered = Type.Object({
  id: Type.String(),
  calendar: Type.Object({ id: Type.String(), name: Type.String() }),
  kind: Type.Enum(['file', 'address']),
  name: Type.String({ description: 'The name of the file, or the address.' }),
  mapping: Mapping,
  options: Options,
  lastRun: Type.String({ format: 'date-time' }),
  lastResult: OrNull(
    Type.Object({
      added: Whole,
      changed: Whole,
      joined: Type.Optional(Whole),
      removed: Whole,
      faults: Whole,
      stopped: Type.Boolean(),
    }),
  ),
})
export type RememberedImport = Static<typeof Remembered>

export const RememberedList = Answer({
  data: Type.Array(Remembered, { description: 'At most a hundred: all there are.' }),
  next: Type.Null(),
  count: Type.Object({ value: Whole, more: Type.Boolean() }),
})

export const RememberedQuery = Type.Object({
  q: Type.Optional(Text(0, 200)),
  sort: Type.Optional(
    Type.String({
      pattern: '^(-?(lastRun|name|calendar))?$',
      accepts: 'lastRun, name or calendar, with - in front for the other way round',
    }),
  ),
})
export type RememberedQuery = Static<typeof RememberedQuery>
