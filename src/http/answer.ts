import { type TSchema, Type } from 'typebox'
import type { Reason } from '../reasons/reason.ts'

const done = { status: Type.Literal('200'), statusLong: Type.Literal('OK') }

/** The body of a response without further data. */
export const Done = Type.Object(done)
export const OK = { status: '200', statusLong: 'OK' } as const

/** The schema of a response body with these fields and the common ones. */
export function Answer<T extends Record<string, TSchema>>(fields: T) {
  return Type.Object({ ...fields, ...done })
}

/** The body of a refusal. */
export const Refused = Type.Object(
  {
    status: Type.String(),
    statusLong: Type.String(),
    errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { description: 'The fault; `errors` names the fields.' },
)

/** A sentence of the service as a code, beside its English text in answers of the admin API. */
export const ReasonCode = Type.Object(
  {
    kind: Type.Unsafe<Reason['kind']>(Type.String()),
    values: Type.Record(Type.String(), Type.String()),
    because: Type.Optional(
      Type.Array(Type.Unsafe<Reason>(Type.Unknown()), { description: 'The sentences that it ends with.' }),
    ),
  },
  { description: 'The sentence as a code with values, for pages in other languages.' },
)
/** The codes of messages by field, of those that have one. */
export const ReasonCodes = Type.Record(Type.String(), ReasonCode)

/** The body of a refusal of the admin API. */
export const RefusedByKind = Type.Object(
  {
    ...Refused.properties,
    kind: Type.Optional(
      Type.String({ description: 'Why, as one word, where the admin portal has words of its own for it.' }),
    ),
    reason: Type.Optional(ReasonCode),
    reasons: Type.Optional(ReasonCodes),
  },
  { description: 'The fault; `errors` names the fields.' },
)
