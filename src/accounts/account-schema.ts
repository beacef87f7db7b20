import { Type } from 'typebox'
import { Color } from '../publishers/publisher-schema.ts'
import { Email, Name, Text, WebAddress } from '../schemas.ts'
import { INDUSTRIES, OBJECTIVES } from './account.ts'

const oneOf = (values: readonly string[]) =>
  Type.Enum([...values], { accepts: `one of: ${values.join('; ')}` })

export const AccountInput = Type.Object({
  email: Email,
  firstName: Name(1, 100),
  lastName: Name(1, 100),
  timezone: Type.String({ accepts: 'an IANA time zone name, such as Europe/London' }),
  company: Name(1, 250),
  phone: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^(\\+([ ().-]{0,2}\\d){6,15}\\)?)?$',
      accepts: 'a telephone number in international form, such as +44 20 7946 0000',
    }),
  ),
  industry: Type.Optional(oneOf(INDUSTRIES)),
  objective: Type.Optional(oneOf(OBJECTIVES)),
  custom: Type.Object(
    {
      reference: Text(1, 255),
      companyType: Type.Optional(Text(0, 100)),
      companyLogo: Type.Optional(WebAddress),
      scheduleLogo: Type.Optional(WebAddress),
      displayPrimaryColor: Type.Optional(Color),
      displaySecondaryColor: Type.Optional(Color),
    },
    {
      accepts: 'an object',
      description: 'Its fields may also stand beside the others, as `custom:reference` and so on.',
    },
  ),
})
