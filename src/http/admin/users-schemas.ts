import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'
import { RoleName } from './user-fields.ts'

const Time = Type.String({ description: 'UTC, such as 2027-03-01T12:00:00.000Z.' })

const user = {
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

const UserRecord = Type.Object(user)

/** A user in the list of users. */
export type UserRecord = Static<typeof UserRecord>

export const UserAnswer = Answer({ data: UserRecord })
export const UsersAnswer = Answer({ data: Type.Array(UserRecord) })

const Me = Type.Object({
  user: Type.Union(
    [
      Type.Object({
        ...user,
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
  google: Type.Boolean({
    description: 'There are credentials of Google, of the publisher or of the installation.',
  }),
  csrf: Type.Union([Type.String(), Type.Null()]),
})

/** The signed-in user and the publisher they work for. */
export type Me = Static<typeof Me>

export const MeAnswer = Answer({ data: Me })

const Secret = Type.Object({
  secret: Type.String({ description: 'In Base32.' }),
  uri: Type.String({ description: 'To be shown as a QR code.' }),
})

/** The secret of an authenticator application. */
export type TotpSecret = Static<typeof Secret>

const Codes = Type.Object({
  backupCodes: Type.Array(Type.String(), { description: 'Each is good once in place of a code.' }),
})
export type BackupCodes = Static<typeof Codes>

export const CodesAnswer = Answer({ data: Codes })

export const SecretAnswer = Answer({ data: Secret })

const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const OpenedLink = Type.Object({
  purpose: Type.Enum(['set-up', 'invitation', 'sign-in', 'reset']),
  email: TextOrNull('The address that it was mailed to. Null: a set-up link.'),
  company: TextOrNull('The name of the publisher. Null: a set-up link.'),
  invitedBy: TextOrNull('The name or e-mail of the user who invited. Null: none did.'),
})

/** The purpose of a mailed link. */
export type OpenedLink = Static<typeof OpenedLink>

export const OpenedLinkAnswer = Answer({ data: OpenedLink })
