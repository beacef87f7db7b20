import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'
import { ChangeRecord } from '../api/present-change.ts'

const Instant = Type.String({ description: 'ISO 8601, UTC.' })
const Minutes = Type.Integer({ description: 'Minutes after the change.' })

const Reach = Type.Object({
  active: Type.Integer({
    description:
      'Subscribers with an application that read their feed: a device within 7 days, a server within 72 hours.',
  }),
  reached: Type.Integer({ description: 'All their active applications have fetched the change.' }),
  partly: Type.Integer({ description: 'One has, another has not. The rest of `active` waits.' }),
  silent: Type.Integer({ description: 'Subscribers without an active application; not in `active`.' }),
  applications: Type.Array(
    Type.Object({ name: Type.String(), active: Type.Integer(), reached: Type.Integer() }),
  ),
  countedAt: Instant,
})

const ReachOrNull = Type.Union([Reach, Type.Null()], {
  description: 'Null while it is counted, and of an event that had ended.',
})

export const ListedChange = Type.Object({
  ...ChangeRecord.properties,
  name: Type.String({ description: 'The title of the event, now or before it was removed.' }),
  calendar: Type.String({ description: 'The name of the calendar; empty: it was deleted.' }),
  reach: ReachOrNull,
})
export type ListedChange = Static<typeof ListedChange>

export const ChangeList = Answer({
  data: Type.Array(ListedChange),
  next: Type.Union([Type.String(), Type.Null()], { description: 'The `cursor` of the next page.' }),
})
export type ChangeList = Static<typeof ChangeList>

const ChangeReach = Type.Object({
  revision: Type.Integer(),
  calendarId: Type.String(),
  calendar: Type.String({ description: 'The name of the calendar.' }),
  changes: Type.Array(ListedChange, {
    description: 'The events that this revision changed in the calendar.',
  }),
  reach: ReachOrNull,
  curve: Type.Array(Type.Object({ minutes: Minutes, active: Type.Integer(), reached: Type.Integer() }), {
    description: 'How the reach grew, the oldest count first.',
  }),
  halfAfter: Type.Union([Minutes, Type.Null()], { description: 'When half had it; null: not yet.' }),
  estimate: Type.Union([Minutes, Type.Null()], {
    description:
      'When 90 % are likely to have it, by what their applications took in the last four weeks. Null: they have it, or nobody knows.',
  }),
  lags: Type.Array(
    Type.Object({
      application: Type.String(),
      median: Type.Integer({ description: 'Minutes in which it fetched half of the changes.' }),
      most: Type.Integer({ description: 'Minutes in which it fetched 90 % of them.' }),
    }),
    { description: 'The last four weeks.' },
  ),
})
export type ChangeReach = Static<typeof ChangeReach>

export const ChangeReachAnswer = Answer({ data: ChangeReach })
export type ChangeReachAnswer = Static<typeof ChangeReachAnswer>

export const ReachPreview = Type.Object({
  people: Type.Object(
    { value: Type.Integer(), more: Type.Boolean({ description: 'There are at least so many.' }) },
    { description: 'Active subscribers who follow a live calendar that has one of the events.' },
  ),
  share: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description:
      'The share of their applications that will have fetched a change by then, from how long changes of the last 28 days took. Null: too little was measured.',
  }),
  until: Type.Union([Type.Literal('today'), Type.Literal('tomorrow')], {
    description: 'The day at whose end `share` is, in the zone of the publisher.',
  }),
})
export const ReachPreviewAnswer = Answer({ data: ReachPreview })
export type ReachPreviewAnswer = Static<typeof ReachPreviewAnswer>
