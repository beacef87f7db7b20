import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'

/** A browser that gets notifications, as the portal lists it. */
const PushSubscription = Type.Object({
  id: Type.String({ description: '24 hex characters of the SHA-256 of the endpoint.' }),
  browser: Type.String({ description: 'Such as `Firefox on Linux`.' }),
  created: Type.Integer({ description: 'Epoch milliseconds.' }),
  lastSentAt: Type.Union([Type.Integer(), Type.Null()], {
    description: 'When the push service last took a message; null: never.',
  }),
})

export const PushSubscriptions = Answer({
  data: Type.Array(PushSubscription, { description: 'The oldest first.' }),
})
export type PushSubscriptions = Static<typeof PushSubscriptions>

export const StoredPush = Answer({ data: PushSubscription })
export type StoredPush = Static<typeof StoredPush>

export const PushTest = Answer({
  outcome: Type.Enum(['sent', 'gone', 'refused', 'later'], {
    description:
      '`gone`: the browser has ended the subscription, and it was deleted. `refused`, `later`: the push service did not take the message; later it may.',
  }),
})
export type PushTest = Static<typeof PushTest>

const Base64 = (octets: number) =>
  Type.String({
    pattern: `^[\\w-]{1,${Math.ceil((octets * 4) / 3)}}={0,2}$`,
    accepts: `${octets} octets in base64url`,
  })
const Endpoint = Type.String({ minLength: 1, accepts: 'an address', description: 'Of the push service.' })
/** A browser that shall get notifications, as `PushSubscription.toJSON()` describes it. */
export const NewPush = Type.Object(
  {
    endpoint: Endpoint,
    keys: Type.Object(
      { p256dh: Base64(65), auth: Base64(16) },
      { description: 'As `PushSubscription.toJSON()` of a browser has them.' },
    ),
    replaces: Type.Optional(
      Type.String({ description: 'The endpoint that the browser had before. It needs no mail then.' }),
    ),
  },
  { label: 'Push subscription' },
)
