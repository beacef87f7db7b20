import { type Static, Type } from 'typebox'
import { Instant } from './user-schemas.ts'

const Time = Type.String({ format: 'date-time' })
const OrNull = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})
const done = { status: Type.Literal('200'), statusLong: Type.Literal('OK') }
const Count = Type.Object({ value: Type.Integer(), more: Type.Boolean() })
const Kind = Type.Union([
  Type.Literal('subscribe'),
  Type.Literal('schedules-added'),
  Type.Literal('schedules-removed'),
  Type.Literal('unsubscribe'),
])

export const Range = Type.Object({ from: Instant, to: Type.Optional(Instant) }, { label: 'Replay' })

export const CallbackAnswer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  kinds: Type.Array(Kind),
  active: Type.Boolean(),
  encrypted: Type.Boolean(),
  idName: Type.String({ description: 'What `svcId` is called in the bodies.' }),
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
  status: OrNull(Type.Integer(), 'Null: no answer came.'),
  error: Type.String({ description: 'Why it failed; empty: it did not.' }),
  durationMs: Type.Integer(),
  answer: Type.String({ description: 'The first 1,024 bytes of the answer.' }),
})
export type AttemptAnswer = Static<typeof AttemptAnswer>

export const TestedCallback = Type.Object({ data: AttemptAnswer, ...done })
export const CallbackList = Type.Object({ data: Type.Array(CallbackAnswer), ...done })
export const OneCallback = Type.Object({ data: CallbackAnswer, ...done })
export const OneNewCallback = Type.Object({ data: NewCallback, ...done })
export const ReplayCount = Type.Object({ data: Count, ...done })
export const Replayed = Type.Object({ replayed: Type.Integer(), ...done })

const delivery = {
  id: Type.String(),
  notificationId: Type.String(),
  callbackId: Type.String(),
  kind: Type.String(),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')]),
  due: OrNull(Time, 'When it is tried next, while it waits.'),
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

export const DeliveryList = Type.Object({
  data: Type.Array(DeliveryAnswer),
  next: OrNull(Type.String(), 'The `cursor` of the next page; null: this is the last.'),
  count: Type.Optional(Count),
  ...done,
})
export type DeliveryList = Static<typeof DeliveryList>
export const OneDelivery = Type.Object({ data: DeliveryDetails, ...done })
