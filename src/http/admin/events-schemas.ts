import { type Static, Type } from 'typebox'
import { Done } from '../api/schemas.ts'
import { FeedReachOrNull } from './feed-reach.ts'

/** What a change may say beside the fields of the event. */
export const changing = {
  expectedModified: Type.Optional(
    Type.String({ description: 'The `modified` of the version that was looked at: 409 when it is no more.' }),
  ),
}

const Nullable = Type.Union([Type.String(), Type.Null()])
const Capped = Type.Object({ value: Type.Integer(), more: Type.Boolean() })

const row = {
  id: Type.String(),
  calendarId: Type.String(),
  name: Type.String(),
  location: Type.String(),
  startDate: Type.String({ description: 'YYYY-MM-DD, where the event is' }),
  startTime: Type.Union([Type.String(), Type.Null()], { description: 'HH:MM; null: all day' }),
  endDate: Type.String({ description: 'The last day, of an event that lasts all day.' }),
  endTime: Nullable,
  timezone: Type.String(),
  startAt: Type.String(),
  endAt: Type.String(),
  modified: Type.String(),
  draft: Type.Boolean(),
  cancelled: Type.Boolean(),
  referenceType: Type.String(),
}

/** An event as lists have it. */
export const EventListed = Type.Object(row)
export type EventListed = Static<typeof EventListed>

/** All that can be changed of an event, and when it was. */
export const EventRecord = Type.Object({
  ...row,
  private: Type.Boolean(),
  details: Type.String(),
  reference: Type.String(),
  alert: Type.String(),
  alert2: Type.String(),
  quickLinks: Type.Array(Type.Object({ position: Type.Integer(), name: Type.String(), url: Type.String() })),
  sequence: Type.Integer(),
  created: Type.String(),
})
export type EventRecord = Static<typeof EventRecord>

export const EventAnswer = Type.Object({ data: EventRecord, ...Done.properties })
export type EventAnswer = Static<typeof EventAnswer>

export const EventsAnswer = Type.Object({
  data: Type.Array(EventListed),
  next: Nullable,
  count: Type.Optional(Capped),
  ...Done.properties,
})
export type EventsAnswer = Static<typeof EventsAnswer>

export const RangeAnswer = Type.Object({
  data: Type.Array(EventListed),
  more: Type.Boolean({ description: 'There are others in these days.' }),
  ...Done.properties,
})
export type RangeAnswer = Static<typeof RangeAnswer>

export const CalendarNamesAnswer = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), draft: Type.Boolean() })),
  more: Type.Boolean({ description: 'There are others.' }),
  ...Done.properties,
})
export type CalendarNamesAnswer = Static<typeof CalendarNamesAnswer>

const ReferenceTypeRecord = Type.Object({ referenceType: Type.String(), events: Capped })
export const ReferenceTypesAnswer = Type.Object({
  data: Type.Array(ReferenceTypeRecord),
  next: Nullable,
  ...Done.properties,
})
export type ReferenceTypesAnswer = Static<typeof ReferenceTypesAnswer>

export const GroupAnswer = Type.Object({
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
  ...Done.properties,
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

export const UndoAnswer = Type.Object({
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
  ...Done.properties,
})
export type UndoAnswer = Static<typeof UndoAnswer>

const Level = Type.Union([Type.Literal('stop'), Type.Literal('warn'), Type.Literal('note')])
const Shown = Type.Union([Type.Literal('yes'), Type.Literal('no'), Type.Literal('perhaps')])

export const PreviewAnswer = Type.Object({
  data: Type.Object({
    event: EventRecord,
    ics: Type.String({ description: 'What the feed says, its lines unfolded.' }),
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
        bytes: Type.Integer(),
        most: Type.Integer(),
        eventBytes: Type.Integer(),
        reach: FeedReachOrNull,
      }),
      Type.Null(),
    ]),
  }),
  ...Done.properties,
})
export type PreviewAnswer = Static<typeof PreviewAnswer>
