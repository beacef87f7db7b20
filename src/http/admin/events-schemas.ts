import { type Static, type TSchema, Type } from 'typebox'
import { type AdminField, type AdminValues, FIELD_ROWS, type FieldName } from '../../events/event-fields.ts'
import { LISTED } from '../../events/event-row.ts'
import { Answer } from '../answer.ts'
import { FeedExtentOrNull } from './feed-extent.ts'

/** Fields of a change besides those of the event. */
export const changing = {
  expectedModified: Type.Optional(
    Type.String({ description: 'The `modified` of the version that was looked at: 409 when it is no more.' }),
  ),
}

const Nullable = Type.Union([Type.String(), Type.Null()])
const Capped = Type.Object({ value: Type.Integer(), more: Type.Boolean() })

const FIELDS = Object.fromEntries(FIELD_ROWS)

/** Returns the schemas of fields in records of the admin API. */
function inAdmin(names: readonly FieldName[]): Record<string, TSchema> {
  return Object.fromEntries(names.map((name) => [name, FIELDS[name]!.shownInAdmin]))
}

const Place = Type.Object({
  id: Type.String(),
  calendarId: Type.String({ description: 'The home of a public event.' }),
  calendarIds: Type.Array(Type.String(), { description: 'All its calendars, the home first.' }),
  startAt: Type.String(),
  endAt: Type.String(),
  modified: Type.String(),
})
/** The rule of a series and what differs from it. */
const Recurrence = {
  rule: Type.String({ description: 'RFC 5545, 3.3.10.' }),
  exclude: Type.Array(Type.String(), { description: 'Dates of the rule that are left out.' }),
  include: Type.Array(Type.String(), { description: 'Additional dates.' }),
  skipCalendars: Type.Array(Type.String(), {
    description: 'Ids of calendars; there is no date on their all-day events.',
  }),
}
const RuleDateRecord = Type.Object(
  {
    day: Type.String(),
    time: Type.Union([Type.String(), Type.Null()]),
    timezone: Type.String(),
  },
  { description: 'A date that the rule gives: this one, or the first one.' },
)

const SeriesOfEvent = Type.Object({
  id: Type.String(),
  ...Recurrence,
  ruleDate: RuleDateRecord,
  dates: Type.Integer({ description: 'The number of its events.' }),
  earlier: Type.Integer({ description: 'Those before this one.' }),
  later: Type.Integer({ description: 'Those after this one.' }),
  goesOn: Type.Boolean({ description: 'Further dates will be made.' }),
  changed: Type.Array(Type.String(), {
    description: 'Fields of this date that were changed by hand: changes of the series leave them.',
  }),
  plain: Type.Unsafe<Partial<EventFieldsShown>>(
    Type.Object(
      {},
      { additionalProperties: true, description: 'The values that the series has for what differs here.' },
    ),
  ),
})
export type SeriesOfEvent = Static<typeof SeriesOfEvent>

const Own = Type.Object({
  private: Type.Boolean(),
  quickLinks: Type.Array(Type.Object({ position: Type.Integer(), name: Type.String(), url: Type.String() })),
  sequence: Type.Integer(),
  created: Type.String(),
})

const OfSeries = Type.Object({
  seriesId: Type.Union([Type.String(), Type.Null()], { description: 'The series that it is a date of.' }),
  changedByHand: Type.Boolean({ description: 'It differs from its series.' }),
})

/** An event in lists. */
export const EventListed = Type.Unsafe<EventListed>(
  Type.Object({ ...Place.properties, ...OfSeries.properties, ...inAdmin(LISTED) }),
)
export type EventListed = Static<typeof Place> &
  Static<typeof OfSeries> &
  AdminValues<(typeof LISTED)[number]>

/** All fields of an event that the admin portal can change, and the time of the last change. */
export const EventRecord = Type.Unsafe<EventRecord>(
  Type.Object({
    ...Place.properties,
    ...inAdmin(FIELD_ROWS.filter(([, { inAdmin }]) => inAdmin).map(([name]) => name)),
    ...Own.properties,
    series: Type.Union([SeriesOfEvent, Type.Null()], { description: 'Null: it is a single event.' }),
  }),
)
type EventFieldsShown = Static<typeof Place> & Static<typeof Own> & AdminValues<AdminField>
export type EventRecord = EventFieldsShown & { series: SeriesOfEvent | null }

/** By this id a change can be undone. */
const Undoable = Type.Optional(
  Type.String({ description: 'By this id the change can be undone; only where it was about a series.' }),
)

export const EventAnswer = Answer({ data: EventRecord, change: Undoable })
export const DeletedAnswer = Answer({ change: Undoable })
export type DeletedAnswer = Static<typeof DeletedAnswer>
export type EventAnswer = Static<typeof EventAnswer>

export const DatesAnswer = Answer({
  data: Type.Object({
    rule: Type.String(),
    ruleDate: RuleDateRecord,
    exclude: Recurrence.exclude,
    include: Recurrence.include,
    skipCalendars: Recurrence.skipCalendars,
    dates: Type.Integer({ description: 'The number of events that it will have.' }),
    first: Nullable,
    last: Type.Union([Type.String(), Type.Null()], { description: 'Null: it goes on.' }),
    next: Type.Array(
      Type.Object({
        day: Type.String(),
        time: Type.Union([Type.String(), Type.Null()]),
        state: Type.Enum(['date', 'excluded', 'skipped']),
        added: Type.Boolean({ description: 'It is in `include`.' }),
        skippedFor: Type.Array(Type.String(), { description: 'The calendars for which it is skipped.' }),
      }),
      { description: 'The first ones, from the event on; those that are left out too.' },
    ),
    more: Type.Integer({ description: 'The number of those that follow.' }),
  }),
})
export type DatesAnswer = Static<typeof DatesAnswer>

export const EventsAnswer = Answer({
  data: Type.Array(EventListed),
  next: Nullable,
  count: Type.Optional(Capped),
})
export type EventsAnswer = Static<typeof EventsAnswer>

export const RangeAnswer = Answer({
  data: Type.Array(EventListed),
  more: Type.Boolean({ description: 'There are others in these days.' }),
})
export type RangeAnswer = Static<typeof RangeAnswer>

export const CalendarNamesAnswer = Answer({
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), draft: Type.Boolean() })),
  more: Type.Boolean({ description: 'There are others.' }),
})
export type CalendarNamesAnswer = Static<typeof CalendarNamesAnswer>

const ReferenceTypeRecord = Type.Object({ referenceType: Type.String(), events: Capped })
export const ReferenceTypesAnswer = Answer({
  data: Type.Array(ReferenceTypeRecord),
  next: Nullable,
})
export type ReferenceTypesAnswer = Static<typeof ReferenceTypesAnswer>

const Level = Type.Union([Type.Literal('stop'), Type.Literal('warn'), Type.Literal('note')])
const Shown = Type.Union([Type.Literal('yes'), Type.Literal('no'), Type.Literal('perhaps')])

export const PreviewAnswer = Answer({
  data: Type.Object({
    event: EventRecord,
    ics: Type.String({ description: 'The event in the feed, its lines unfolded.' }),
    seen: Type.Object({
      title: Type.String(),
      location: Type.String(),
      description: Type.String(),
      reminders: Type.Array(Type.String()),
      struck: Type.Boolean(),
    }),
    programs: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        where: Type.String(),
        monthTitle: Type.Union([Type.String(), Type.Null()]),
        listTitle: Type.String(),
        reminders: Type.Array(Type.Object({ before: Type.String(), shown: Shown })),
        reminderNote: Type.String(),
        updates: Type.String(),
        state: Type.Union([Type.Literal('shown'), Type.Literal('hidden'), Type.Literal('struck')]),
      }),
    ),
    warnings: Type.Array(
      Type.Object({
        code: Type.String(),
        level: Level,
        text: Type.String({ description: 'In English.' }),
        values: Type.Optional(
          Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
            description: 'The numbers and names in the text, to say it in another language by its `code`.',
          }),
        ),
        field: Type.Optional(Type.String()),
        programs: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    feed: Type.Union([
      Type.Object({
        calendarId: Type.String({ description: 'The calendar whose feed it is.' }),
        bytes: Type.Integer(),
        most: Type.Integer(),
        eventBytes: Type.Integer(),
        extent: FeedExtentOrNull,
      }),
      Type.Null(),
    ]),
  }),
})
export type PreviewAnswer = Static<typeof PreviewAnswer>
