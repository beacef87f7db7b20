import { type Static, type TSchema, Type } from 'typebox'
import { INTERVALS, MERGE_FIELDS, MERGE_RULES } from '../../sources/source.ts'
import { Answer, ReasonCode } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { oneOf } from './alerts-schemas.ts'
import { Address, Mapping, Options } from './imports-schemas.ts'
import { Switch } from './user-fields.ts'

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Whole = Type.Integer()
const Time = Type.String({ format: 'date-time' })

const Every = Type.Union(
  INTERVALS.map((minutes) => Type.Literal(minutes)),
  { accepts: `one of ${INTERVALS.join(', ')}`, description: 'Minutes between two reads.' },
)

const Rule = oneOf(MERGE_RULES)

const Rules = Type.Object(
  Object.fromEntries(MERGE_FIELDS.map((field) => [field, Type.Optional(Rule)])) as Record<
    (typeof MERGE_FIELDS)[number],
    Type.TOptional<typeof Rule>
  >,
  {
    accepts: `an object of ${MERGE_FIELDS.join(', ')}`,
    description: 'The winner of each field that both the source and somebody here have changed.',
  },
)

const settings = {
  url: Address,
  every: Every,
  paused: Type.Optional(Switch),
  rules: Type.Optional(Rules),
  mapping: Type.Optional(Mapping),
  options: Type.Optional(Options),
}

export const SourceInput = Type.Object({ calendarId: Key, ...settings }, { label: 'Source' })
export type SourceInput = Static<typeof SourceInput>

export const SourceChange = Type.Partial(Type.Object(settings), { label: 'Source' })
export type SourceChange = Static<typeof SourceChange>

export const RunInput = Type.Object({ takeAway: Type.Optional(Switch) }, { label: 'Source' })
export type RunInput = Static<typeof RunInput>

export const AnswersInput = Type.Object(
  {
    answers: Type.Array(
      Type.Object(
        {
          reference: Type.String({ minLength: 1, maxLength: 255 }),
          field: oneOf(MERGE_FIELDS),
          take: Type.Union([Type.Literal('theirs'), Type.Literal('mine')], { accepts: 'theirs or mine' }),
        },
        { accepts: 'an object with reference, field and take' },
      ),
      { minItems: 1, maxItems: 200, accepts: 'a list of 1 to 200 answers' },
    ),
  },
  { label: 'Source' },
)
export type AnswersInput = Static<typeof AnswersInput>

const Counts = Type.Object({
  added: Whole,
  changed: Whole,
  joined: Whole,
  removed: Whole,
  kept: Type.Integer({ description: 'Fields in which a change made here won.' }),
  asked: Type.Integer({ description: 'Open questions.' }),
  faults: Whole,
})

export const RunAnswerData = Type.Object({
  outcome: Type.Enum(['changed', 'same', 'waits', 'failed']),
  counts: Counts,
  message: Type.String({ description: 'Empty, or why it failed, waits, or left lines out.' }),
  reason: Type.Optional(ReasonCode),
})
export const RunAnswer = Answer({ data: RunAnswerData })
export type RunAnswerData = Static<typeof RunAnswerData>

const Gone = Type.Object({
  id: Type.String(),
  name: Type.String(),
  startDate: Type.String(),
  startTime: OrNull(Type.String()),
  how: Type.Enum(['removed', 'cancelled']),
})

const source = {
  id: Type.String(),
  calendar: Type.Object({ id: Type.String(), name: Type.String() }),
  url: Type.String(),
  every: Whole,
  paused: Type.Boolean(),
  state: Type.Enum(['new', 'reading', 'good', 'waits', 'failing', 'paused'], {
    description: 'What needs somebody comes first: `waits` for a yes, `failing`.',
  }),
  created: Time,
  lastRun: OrNull(Time),
  nextRun: OrNull(Time),
  failingSince: OrNull(Time),
  message: OrNull(Type.String({ description: 'Why the last run failed or waits.' })),
  reason: Type.Optional(ReasonCode),
  waiting: OrNull(
    Type.Object(
      {
        gone: Whole,
        of: Type.Integer({ description: 'Coming events that the source had.' }),
        since: Time,
        events: Type.Array(Gone, { description: 'The first hundred.' }),
      },
      { description: 'A run that would take away more than a fifth, and waits for a yes.' },
    ),
  ),
  keeps: Type.Boolean({
    description: 'Somebody said no to taking events away: nothing is taken over until the source changes.',
  }),
  lastChange: OrNull(
    Type.Object({ at: Time, ...Counts.properties }, { description: 'The last run that changed something.' }),
  ),
  questions: Type.Integer({ description: 'Events with fields that somebody has to decide about.' }),
}

export const SourceListed = Type.Object(source)
export type SourceListed = Static<typeof SourceListed>

const Question = Type.Object({
  reference: Type.String(),
  eventId: OrNull(Type.String({ description: 'Null for a series.' })),
  name: Type.String(),
  startDate: Type.String(),
  field: Type.Enum([...MERGE_FIELDS]),
  mine: Type.String(),
  theirs: Type.String(),
  taken: Type.Boolean({ description: 'Theirs was chosen, and is taken with the next run.' }),
})
export type SourceQuestion = Static<typeof Question>

const SourceRecord = Type.Object({
  ...source,
  rules: Type.Object(
    Object.fromEntries(MERGE_FIELDS.map((field) => [field, Rule])) as Record<
      (typeof MERGE_FIELDS)[number],
      typeof Rule
    >,
  ),
  mapping: Mapping,
  options: Options,
  open: Type.Array(Question, { description: 'The questions, those of the first hundred events.' }),
  runs: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Time,
      until: Type.String({ format: 'date-time', description: 'The last one, if several came out the same.' }),
      times: Whole,
      ...RunAnswerData.properties,
    }),
    { description: 'The last fifty, the latest first. Runs in a row that came out the same are one.' },
  ),
})
export type SourceRecord = Static<typeof SourceRecord>

export const SourceAnswer = Answer({ data: SourceRecord })

export const SourcesAnswer = Answer({
  data: Type.Array(SourceListed, { description: 'At most fifty: all there are.' }),
  next: Type.Null(),
  count: Type.Object({ value: Whole, more: Type.Boolean() }),
})

export const SourcesQuery = Type.Object({ calendarId: Type.Optional(Key) })
export type SourcesQuery = Static<typeof SourcesQuery>
