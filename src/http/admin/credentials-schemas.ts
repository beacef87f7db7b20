import { type Static, type TSchema, Type } from 'typebox'
import { PROVIDER_NAMES } from '../../push-targets/grant.ts'
import { Answer } from '../answer.ts'

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const ByProvider = Type.Object({ provider: Type.Enum([...PROVIDER_NAMES]) })
export type ByProvider = Static<typeof ByProvider>

const Text = (description: string) =>
  Type.String({
    pattern: '^[\\x21-\\x7e]{1,200}$',
    accepts: 'a text of at most 200 characters, without spaces',
    description,
  })
const EndConsents = Type.Optional(
  Type.Boolean({ description: 'The consents that were made with the former client may end.' }),
)

export const CredentialsInput = Type.Object(
  {
    clientId: Text('As the console of the provider shows it.'),
    clientSecret: Text('Sealed, and never shown again.'),
    endConsents: EndConsents,
  },
  { label: 'Client' },
)
export type CredentialsInput = Static<typeof CredentialsInput>

export const RemovalInput = Type.Object({ endConsents: EndConsents }, { label: 'Client' })
export type RemovalInput = Static<typeof RemovalInput>

const ProviderRecord = Type.Object({
  provider: Type.Enum([...PROVIDER_NAMES]),
  used: Type.Enum(['own', 'installation', 'none'], {
    description: 'The credentials with which people connect. `none`: nothing of the provider is offered.',
  }),
  clientId: OrNull(Type.String({ description: 'Of the client of your own; null: you have none.' })),
  since: OrNull(Type.String({ format: 'date-time', description: 'Since then the secret is here.' })),
  installation: Type.Boolean({ description: 'The installation has credentials.' }),
  redirectUri: Type.String({ description: 'The provider has to know this address.' }),
  people: Type.Integer({ description: 'Subscribers who connected with the client of your own.' }),
  mirrors: Type.Integer({ description: 'Public calendars that are kept with it.' }),
  account: Type.Boolean({ description: 'Your own account is connected with it.' }),
})
export type ProviderRecord = Static<typeof ProviderRecord>

export const ProvidersAnswer = Answer({ data: Type.Array(ProviderRecord) })
export const ProviderAnswer = Answer({ data: ProviderRecord })
