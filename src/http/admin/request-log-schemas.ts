import { type Static, Type } from 'typebox'
import { Answer, ReasonCode, ReasonCodes } from '../answer.ts'
import { Instant } from './user-fields.ts'

const Time = Type.String({ format: 'date-time' })
const OrNull = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})

export const RequestQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      pattern: '^(ok|refused|failed)?$',
      accepts: 'ok, refused or failed',
      description: '`ok`: below 400, `refused`: 4xx, `failed`: 5xx.',
    }),
  ),
  key: Type.Optional(Type.String({ maxLength: 100, description: 'An API key.' })),
  method: Type.Optional(
    Type.String({ pattern: '^(GET|HEAD|POST|PUT|DELETE)?$', accepts: 'GET, HEAD, POST, PUT or DELETE' }),
  ),
  path: Type.Optional(
    Type.String({
      maxLength: 200,
      accepts: 'a text of at most 200 characters',
      description: 'A part of it.',
    }),
  ),
  requestId: Type.Optional(Type.String({ maxLength: 40, description: 'The `X-Request-Id` of an answer.' })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  cursor: Type.Optional(
    Type.String({ pattern: '^([0-9a-f]{24})?$', accepts: 'what the page before said in `next`' }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})

const entry = {
  id: Type.String(),
  at: Time,
  apiKey: Type.String(),
  keyName: Type.String(),
  method: Type.String(),
  path: Type.String({ description: 'Without the query; e-mails in it are left out.' }),
  status: Type.Integer(),
  reason: Type.String({ description: 'The `statusLong` of a refusal; empty: none.' }),
  errors: OrNull(Type.Record(Type.String(), Type.String()), 'Its field errors, the first 20.'),
  code: Type.Optional(ReasonCode),
  codes: Type.Optional(ReasonCodes),
  durationMs: Type.Integer(),
  requestId: Type.String({ description: 'The `X-Request-Id` of the answer.' }),
  checkable: Type.Boolean({ description: 'The signature was looked at, and can be checked.' }),
}

export const RequestEntry = Type.Object(entry)
export type RequestEntry = Static<typeof RequestEntry>

/** An entry with the details kept for a refused signature. */
export const RequestDetails = Type.Object({
  ...entry,
  query: OrNull(Type.Array(Type.Object({ name: Type.String(), value: Type.String() })), 'Without `apiSign`.'),
  body: OrNull(Type.Object({ sha256: Type.String(), bytes: Type.Integer() })),
})
export type RequestDetails = Static<typeof RequestDetails>

export const RequestList = Answer({
  data: Type.Array(RequestEntry),
  next: OrNull(Type.String(), 'The `cursor` of the next page; null: this is the last.'),
  count: Type.Optional(
    Type.Object(
      { value: Type.Integer(), more: Type.Boolean() },
      { description: 'On the first page. `more`: there are more than that.' },
    ),
  ),
  keys: Type.Array(Type.Object({ apiKey: Type.String(), name: Type.String() })),
})
export type RequestList = Static<typeof RequestList>

export const OneRequest = Answer({ data: RequestDetails })
