import { type TSchema, Type } from 'typebox'

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

/** The body of a refusal of the admin API. */
export const RefusedByKind = Type.Object(
  {
    ...Refused.properties,
    kind: Type.Optional(
      Type.String({ description: 'Why, as one word, where the admin portal has words of its own for it.' }),
    ),
  },
  { description: 'The fault; `errors` names the fields.' },
)
