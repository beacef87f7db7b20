import { type Static, Type } from 'typebox'
import { NOTIFICATION_KINDS } from '../../webhooks/kinds.ts'
import { Answer, ReasonCode } from '../answer.ts'
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
  reason: Type.Optional(ReasonCode),
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

const DeliveryAbout = Type.Object({
  kind: Type.Union([
    Type.Literal('subscriber'),
    Type.Literal('calendar'),
    Type.Literal('event'),
    Type.Literal('alert'),
  ]),
  id: Type.String(),
  name: Type.String({ description: 'Of a subscriber the name that was registered; empty: none is known.' }),
  email: Type.String({ description: 'Of a subscriber, as in the body; empty: none, or it was erased.' }),
})
export type DeliveryAbout = Static<typeof DeliveryAbout>

const delivery = {
  id: Type.String(),
  notificationId: Type.String(),
  callbackId: Type.String(),
  kind: Type.Enum([...NOTIFICATION_KINDS, 'test']),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')]),
  due: OrNull(Time, 'The time of the next attempt, if it waits.'),
  attempts: Type.Integer(),
  created: Time,
  about: OrNull(
    DeliveryAbout,
    'The subject of the body; null: a made-up one, to try the callback out, or of an unknown kind.',
  ),
  last: OrNull(
    Type.Object({
      at: Time,
      status: OrNull(Type.Integer(), 'Null: no answer.'),
      error: Type.String({ description: 'The reason of a failure; empty: success.' }),
      reason: Type.Optional(ReasonCode),
    }),
    'The last attempt; null: not tried yet.',
  ),
}
export const DeliveryAnswer = Type.Object(delivery)
export type DeliveryAnswer = Static<typeof DeliveryAnswer>

const SentRequest = Type.Object({
  url: Type.String(),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  body: Type.String(),
  plain: OrNull(Type.String(), 'The body before it was encrypted; null: it was not encrypted.'),
  differs: OrNull(
    Type.Union([Type.Literal('changed'), Type.Literal('erased'), Type.Literal('encrypted')]),
    'The reason why this is not to the byte what was sent: the callback was changed since, personal data was erased, or the body is encrypted anew for this answer.',
  ),
})
export type SentRequest = Static<typeof SentRequest>

export const DeliveryDetails = Type.Object({
  ...delivery,
  log: Type.Array(AttemptAnswer),
  request: OrNull(SentRequest, 'The request of the last attempt; null: not tried yet.'),
})
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
      reason: Type.Optional(ReasonCode),
    }),
  ),
})

const DeliveryDay = Type.Object({
  day: Type.String({ description: 'A day of UTC, as YYYY-MM-DD.' }),
  delivered: Type.Integer(),
  failed: Type.Integer(),
  waiting: Type.Integer(),
})
export const DeliveryHealthAnswer = Answer({
  data: Type.Object({
    days: Type.Array(DeliveryDay, { description: 'The oldest first; the last one is today.' }),
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
