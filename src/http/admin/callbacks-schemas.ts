import { type Static, Type } from 'typebox'
import { NOTIFICATION_KINDS } from '../../webhooks/kinds.ts'
import { Answer } from '../answer.ts'
import { Instant } from './user-fields.ts'

const Time = Type.String({ format: 'date-time' })
const OrNull = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})
const Count = Type.Object({ value: Type.Integer(), more: Type.Boolean() })

export const Range = Type.Object({ from: Instant, to: Type.Optional(Instant) }, { label: 'Replay' })

export const CallbackAnswer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  kinds: Type.Array(Type.Enum(NOTIFICATION_KINDS)),
  active: Type.Boolean(),
  encrypted: Type.Boolean(),
  idName: Type.String({ description: 'The name of `svcId` in the bodies.' }),
  created: Time,
  modified: Time,
})
export type CallbackAnswer = Static<typeof CallbackAnswer>

export const NewCallback = Type.Object({
  ...CallbackAnswer.properties,
  signingSecret: Type.String({ description: 'Shown only now.' }),
})
export type NewCallback = Static<typeof NewCallback>

export const AttemptAnswer = Type.Object({
  number: Type.Integer({ description: 'From 1.' }),
  at: Time,
  status: OrNull(Type.Integer(), 'Null: no answer.'),
  error: Type.String({ description: 'The reason of a failure; empty: success.' }),
  durationMs: Type.Integer(),
  answer: Type.String({ description: 'The first 1,024 bytes of the answer.' }),
})
export type AttemptAnswer = Static<typeof AttemptAnswer>

export const TestedCallback = Answer({ data: AttemptAnswer })
export const CallbackList = Answer({ data: Type.Array(CallbackAnswer) })
export const OneCallback = Answer({ data: CallbackAnswer })
export const OneNewCallback = Answer({ data: NewCallback })
export const ReplayCount = Answer({ data: Count })
export const Replayed = Answer({ replayed: Type.Integer() })

const delivery = {
  id: Type.String(),
  notificationId: Type.String(),
  callbackId: Type.String(),
  kind: Type.Enum([...NOTIFICATION_KINDS, 'test']),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')]),
  due: OrNull(Time, 'The time of the next attempt, if it waits.'),
  attempts: Type.Integer(),
  created: Time,
}
export const DeliveryAnswer = Type.Object(delivery)
export type DeliveryAnswer = Static<typeof DeliveryAnswer>

export const DeliveryDetails = Type.Object({ ...delivery, log: Type.Array(AttemptAnswer) })
export type DeliveryDetails = Static<typeof DeliveryDetails>

export const DeliveryQuery = Type.Object({
  callbackId: Type.Optional(Type.String()),
  state: Type.Optional(
    Type.String({ pattern: '^(waiting|delivered|failed)?$', accepts: 'waiting, delivered or failed' }),
  ),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  before: Type.Optional(Type.String({ description: 'The id of the last delivery you have.' })),
  cursor: Type.Optional(Type.String({ description: 'The same: what the page before said in `next`.' })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})

const CallbackHealth = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  active: Type.Boolean(),
  delivered: Type.Integer(),
  failed: Type.Integer(),
  waiting: Type.Integer(),
  lastFailure: OrNull(
    Type.Object({
      at: Type.String({ format: 'date-time' }),
      status: OrNull(Type.Integer()),
      error: Type.String(),
    }),
  ),
})

export const DeliveryHealthAnswer = Answer({
  data: Type.Object({
    since: Type.String({ format: 'date-time', description: 'Older deliveries are not counted.' }),
    more: Type.Boolean({ description: 'Only the newest 10,000 deliveries are counted.' }),
    callbacks: Type.Array(CallbackHealth),
  }),
})
export type DeliveryHealth = Static<typeof DeliveryHealthAnswer>['data']

export const DeliveryList = Answer({
  data: Type.Array(DeliveryAnswer),
  next: OrNull(Type.String(), 'The `cursor` of the next page; null: this is the last one.'),
  count: Type.Optional(Count),
})
export type DeliveryList = Static<typeof DeliveryList>
export const OneDelivery = Answer({ data: DeliveryDetails })
