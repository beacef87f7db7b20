import { type Static, Type } from 'typebox'
import { ManyChange } from '../../events/many-change.ts'
import { SKIP_REASONS } from '../../events/undo-changes.ts'
import { Id } from '../../schemas.ts'
import { Answer, ReasonCode, ReasonCodes } from '../answer.ts'
import { ReachPreview } from './changes-schemas.ts'
import { ListParameters } from './events-query.ts'

/** Most events of one request. */
export const MOST_PREVIEWED = 5000
export const MOST_CHANGED = 500

const Fields = Type.Record(Type.String(), Type.Unknown())
const Errors = Type.Record(Type.String(), Type.String())
const Svc = Type.Optional(
  Type.String({
    maxLength: 255,
    accepts: 'the svc_id of a subscriber',
    description: 'The private events of this subscriber instead of public ones.',
  }),
)

const { cursor: _, limit: __, ...listed } = ListParameters.properties
const Filter = Type.Object(listed, { description: 'All events that the list finds with these parameters.' })
const Ids = Type.Array(Id, {
  maxItems: MOST_PREVIEWED,
  accepts: `a list of at most ${MOST_PREVIEWED} ids of events`,
})
const Seen = Type.Array(
  Type.Object({
    id: Id,
    modified: Type.String({
      description: 'As the preview said: an event that changed since stays as it is.',
    }),
  }),
  {
    minItems: 1,
    maxItems: MOST_CHANGED,
    accepts: `a list of 1 to ${MOST_CHANGED} events with id and modified`,
  },
)

export const PreviewBody = Type.Object(
  { svcId: Svc, ids: Type.Optional(Ids), filter: Type.Optional(Filter), change: ManyChange },
  { label: 'Event' },
)
export const ChangeBody = Type.Object({ svcId: Svc, events: Seen, change: ManyChange }, { label: 'Event' })
export type PreviewBody = Static<typeof PreviewBody>
export type ChangeBody = Static<typeof ChangeBody>

export const ManyPreviewAnswer = Answer({
  data: Type.Object({
    events: Type.Integer({ description: 'The number of events that were looked at.' }),
    changing: Type.Array(Type.Object({ id: Type.String(), modified: Type.String() }), {
      description: 'Those that will change, by start: what the change itself takes as `events`.',
    }),
    shown: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        before: Fields,
        after: Type.Union([Fields, Type.Null()], { description: 'Null: it will be deleted.' }),
      }),
      { description: 'The first 50 of them, with the fields that differ.' },
    ),
    live: Type.Integer({ description: 'The number of them that are no drafts.' }),
    reach: Type.Union([ReachPreview, Type.Null()], {
      description:
        'How many people the change would reach, as from `/reach`; null: nobody, or private events.',
    }),
    shared: Type.Integer({ description: 'The number of them that are in several calendars.' }),
    refusedCount: Type.Integer({ description: 'The number of events that the change does not fit.' }),
    refused: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), errors: Errors, reasons: ReasonCodes }),
      {
        description: 'The first 20 of them.',
      },
    ),
  }),
})
export type ManyPreviewAnswer = Static<typeof ManyPreviewAnswer>

export const ManyChangedAnswer = Answer({
  data: Type.Object({
    done: Type.Integer({ description: 'The number of `events` that were processed; send the others again.' }),
    changed: Type.Integer({ description: 'The number of events that are different now, or gone.' }),
    change: Type.Union([Type.String(), Type.Null()], {
      description: 'By this id the change can be undone; null: nothing was changed.',
    }),
    left: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        why: Type.Enum(['changed', 'deleted', 'refused'], {
          description:
            '`changed`: somebody changed it since it was seen; `deleted`: it is gone; `refused`: the change does not fit it.',
        }),
        errors: Type.Optional(Errors),
        reasons: Type.Optional(ReasonCodes),
      }),
    ),
  }),
})
export type ManyChangedAnswer = Static<typeof ManyChangedAnswer>

const Left = Type.Array(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    why: Type.Enum([...SKIP_REASONS], {
      description:
        '`changed`: a field of the change was changed again since; `deleted`: the event is gone; `calendar`: its old calendar is gone; `refused`: it would not be valid; `there`: it was deleted, and is there again; `reference`: another event has its reference; `series`: its series was changed.',
    }),
  }),
  { description: 'The first 20 of them.' },
)

export const UndoAnswer = Answer({
  data: Type.Object({
    restored: Type.Integer({ description: 'Events that are as they were before the change.' }),
    leftAlone: Type.Integer({ description: 'Events that could not be put back.' }),
    left: Left,
    change: Type.Union([Type.String(), Type.Null()]),
  }),
})
export type UndoAnswer = Static<typeof UndoAnswer>

export const UndoPreviewAnswer = Answer({
  data: Type.Object({
    events: Type.Integer({
      description: 'Events that an undo would put back now; of a series it is not known before.',
    }),
    leftAlone: Type.Integer({ description: 'Events that could not be put back.' }),
    left: Left,
    refused: Type.Union([Type.String(), Type.Null()], {
      description: 'Why nothing at all can be undone; null: it can.',
    }),
    reason: Type.Optional(ReasonCode),
  }),
})
export type UndoPreviewAnswer = Static<typeof UndoPreviewAnswer>
