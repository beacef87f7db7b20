import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'

const Text = Type.String()
const Fields = Type.Union([Type.Null(), Type.Record(Text, Type.Unknown())])

export const LogEntry = Type.Object({
  id: Text,
  at: Type.String({ format: 'date-time' }),
  actor: Type.Object({
    kind: Type.Union([Type.Literal('user'), Type.Literal('api-key'), Type.Literal('system')]),
    id: Text,
    name: Text,
    publisherId: Type.Integer({
      description: 'The publisher of the actor: a partner’s own id, for its users.',
    }),
  }),
  action: Type.String({ description: 'Such as widget.change.' }),
  subject: Type.Object({
    kind: Text,
    id: Text,
    name: Type.String({ description: 'Its present name; empty: it is gone or has none.' }),
  }),
  before: Fields,
  after: Fields,
  requestId: Text,
})
export type LogEntry = Static<typeof LogEntry>

export const LogAnswer = Answer({
  data: Type.Array(LogEntry),
  next: Type.Union([Type.Null(), Text], {
    description: 'The `cursor` of the next page; null: this is the last.',
  }),
})
