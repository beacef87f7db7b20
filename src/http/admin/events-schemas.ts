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
const Own = Type.Object({
  private: Type.Boolean(),
  quickLinks: Type.Array(Type.Object({ position: Type.Integer(), name: Type.String(), url: Type.String() })),
  sequence: Type.Integer(),
  created: Type.String(),
})

/** An event in lists. */
export const EventListed = Type.Unsafe<EventListed>(Type.Object({ ...Place.properties, ...inAdmin(LISTED) }))
export type EventListed = Static<typeof Place> & AdminValues<(typeof LISTED)[number]>

/** All fields of an event that the admin portal can change, and the time of the last change. */
export const EventRecord = Type.Unsafe<EventRecord>(
  Type.Object({
    ...Place.properties,
    ...inAdmin(FIELD_ROWS.filter(([, { inAdmin }]) => inAdmin).map(([name]) => name)),
    ...Own.properties,
  }),
)
export type EventRecord = Static<typeof Place> & Static<typeof Own> & AdminValues<AdminField>

export const EventAnswer = Answer({ data: EventRecord })
export type EventAnswer = Static<typeof EventAnswer>

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

export const GroupAnswer = Answer({
  data: Type.Union([
    Type.Object({
      events: Type.Integer(),
      changed: Type.Integer(),
      more: Type.Boolean(),
      refused: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          errors: Type.Record(Type.String(), Type.String()),
        }),
      ),
    }),
    Type.Object({
      updated: Type.Integer({ description: 'The events of this portion.' }),
      changed: Type.Integer({ description: 'Those of them that were different before.' }),
      change: Type.Union([Type.String(), Type.Null()], {
        description: 'By this id the portion can be undone; null: nothing was changed.',
      }),
    }),
  ]),
  next: Type.Optional(Nullable),
})
export interface GroupPreviewAnswer {
  data: {
    events: number
    changed: number
    more: boolean
    refused: { id: string; name: string; errors: Record<string, string> }[]
  }
}
export interface GroupChangeAnswer {
  data: { updated: number; changed: number; change: string | null }
  next: string | null
}

export const UndoAnswer = Answer({
  data: Type.Object({
    restored: Type.Integer({ description: 'Events that are as they were before the change.' }),
    leftAlone: Type.Integer({ description: 'Events that could not be put back.' }),
    left: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        why: Type.Enum(['changed', 'deleted', 'calendar', 'refused'], {
          description:
            '`changed`: a field of the change was changed again since; `deleted`: the event is gone; `calendar`: its old calendar is gone; `refused`: it would not be valid.',
        }),
      }),
      { description: 'The first 20 of them.' },
    ),
    change: Nullable,
  }),
})
export type UndoAnswer = Static<typeof UndoAnswer>

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
        text: Type.String(),
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
