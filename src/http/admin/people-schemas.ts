import { type Static, Type } from 'typebox'
import { Done } from '../api/schemas.ts'
import { RoleName } from './user-schemas.ts'

const Time = Type.String({ description: 'UTC, such as 2027-03-01T12:00:00.000Z.' })

const person = {
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: RoleName,
  language: Type.String({ description: 'That of the mails, such as `de`.' }),
  disabled: Type.Boolean({ description: 'Switched off.' }),
  invited: Type.Boolean({ description: 'Has not come yet.' }),
  totp: Type.Boolean({ description: 'Is asked for codes.' }),
  created: Time,
  lastSignIn: Type.Union([Time, Type.Null()]),
}

const Person = Type.Object(person)

/** Somebody as colleagues see them. */
export type Person = Static<typeof Person>

export const PersonAnswer = Type.Object({ data: Person, ...Done.properties })
export const PeopleAnswer = Type.Object({ data: Type.Array(Person), ...Done.properties })

const Me = Type.Object({
  user: Type.Union(
    [
      Type.Object({
        ...person,
        password: Type.Boolean(),
        backupCodes: Type.Integer({ description: 'How many are left.' }),
        publisherId: Type.Integer(),
      }),
      Type.Null(),
    ],
    {
      description: 'Null: a program.',
    },
  ),
  publisher: Type.Object({
    id: Type.Integer(),
    company: Type.String(),
    timezone: Type.String(),
    parentId: Type.Union([Type.Integer(), Type.Null()]),
  }),
  role: RoleName,
  partner: Type.Boolean(),
  csrf: Type.Union([Type.String(), Type.Null()]),
})

/** Who is signed in, and where. */
export type Me = Static<typeof Me>

export const MeAnswer = Type.Object({ data: Me, ...Done.properties })

const Secret = Type.Object({
  secret: Type.String({ description: 'In Base32.' }),
  uri: Type.String({ description: 'To be shown as a QR code.' }),
})

/** What an authenticator makes codes of. */
export type TotpSecret = Static<typeof Secret>

/** Shown once. */
const Codes = Type.Object({
  backupCodes: Type.Array(Type.String(), { description: 'Each is good once in place of a code.' }),
})
export type BackupCodes = Static<typeof Codes>

export const CodesAnswer = Type.Object({ data: Codes, ...Done.properties })

export const SecretAnswer = Type.Object({ data: Secret, ...Done.properties })
