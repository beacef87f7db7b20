import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'

const OrNull = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})

const MOST_BODY = 200_000

export const SignatureQuestion = Type.Object(
  {
    requestId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        accepts: 'the id of a request',
        description: 'A request of the log, in place of `method` and `url`.',
      }),
    ),
    apiKey: Type.Optional(
      Type.String({
        maxLength: 100,
        accepts: 'an API key',
        description: 'The key whose secret is used. Left out: that of the address.',
      }),
    ),
    method: Type.Optional(
      Type.String({ pattern: '^(GET|HEAD|POST|PUT|DELETE)$', accepts: 'GET, HEAD, POST, PUT or DELETE' }),
    ),
    url: Type.Optional(
      Type.String({
        pattern: '^(https?://[^/?#\\s]+)?/[^\\s#]*(#.*)?$',
        maxLength: 8000,
        accepts: 'the whole address as it was sent, without spaces and with apiSign',
      }),
    ),
    body: Type.Optional(
      Type.String({ maxLength: MOST_BODY, accepts: `a text of at most ${MOST_BODY} characters` }),
    ),
  },
  { label: 'Signature' },
)
export type SignatureQuestion = Static<typeof SignatureQuestion>

export const SignatureAnswer = Type.Object({
  apiKey: Type.String(),
  keyName: Type.String(),
  method: Type.String(),
  path: Type.String(),
  form: OrNull(Type.Union([Type.Literal('md5'), Type.Literal('sha256')]), 'Null: the form of neither.'),
  matches: OrNull(Type.Boolean(), "Null: can't be told without the body."),
  text: Type.String({ description: 'The text that we sign, with the secret masked.' }),
  signed: OrNull(Type.String(), 'What was signed instead, where we found out.'),
  parameters: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: 'In the order in which they are signed.',
  }),
  body: Type.Object({
    bytes: Type.Integer(),
    state: Type.Union(
      [Type.Literal('none'), Type.Literal('known'), Type.Literal('unknown'), Type.Literal('differs')],
      { description: '`unknown`: give the body. `differs`: another one arrived.' },
    ),
  }),
  clock: OrNull(
    Type.Object({ seconds: Type.Integer(), allowed: Type.Integer(), ok: Type.Boolean() }),
    '`seconds`: how far `apiTime` was ahead of us.',
  ),
  problems: Type.Array(
    Type.Object({
      code: Type.String(),
      what: Type.String(),
      change: Type.String(),
      detail: Type.String({ description: 'The name or algorithm in `what`; empty: there is none.' }),
    }),
  ),
  refusals: Type.Array(Type.String(), { description: 'Why the key would be refused all the same.' }),
  refusalKinds: Type.Array(Type.Enum(['off', 'expired', 'sha256Only', 'onceOnly']), {
    description: 'The same as codes.',
  }),
})
export type SignatureAnswer = Static<typeof SignatureAnswer>

export const OneSignature = Answer({
  data: SignatureAnswer,
})
