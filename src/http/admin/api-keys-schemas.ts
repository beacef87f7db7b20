import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'

const Time = Type.String({ format: 'date-time' })

export const Scope = Type.Union([Type.Literal('full'), Type.Literal('read'), Type.Literal('batch')], {
  description: 'full: everything; read: only what changes nothing; batch: only the batch operations.',
  accepts: 'full, read or batch',
})

export const ApiKeyAnswer = Type.Object({
  apiKey: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  sha256Only: Type.Boolean({ description: 'Refuses MD5 signatures.' }),
  onceOnly: Type.Boolean({ description: 'Refuses requests without timestamp and nonce.' }),
  scope: Scope,
  addresses: Type.Array(Type.String(), {
    description: 'IP addresses and networks it may be used from; empty: from everywhere.',
  }),
  expires: Type.Union([Time, Type.Null()], { description: 'Null: never.' }),
  lastUsed: Type.Union([Time, Type.Null()], { description: 'Null: not yet.' }),
  created: Time,
})
export type ApiKeyAnswer = Static<typeof ApiKeyAnswer>

export const NewApiKey = Type.Object({
  ...ApiKeyAnswer.properties,
  secret: Type.String({ description: 'Shown only now.' }),
})
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyList = Answer({ data: Type.Array(ApiKeyAnswer) })
export const OneApiKey = Answer({ data: ApiKeyAnswer })
export const OneNewApiKey = Answer({ data: NewApiKey })
