import { type Static, Type } from 'typebox'
import { ACCOUNT_SORTS } from '../../accounts/account-list.ts'
import { Text } from '../../schemas.ts'
import { Answer } from '../answer.ts'

const SORTS = ACCOUNT_SORTS.join('|')

export const AccountQueryInput = Type.Object({
  q: Type.Optional(Text(0, 200)),
  sort: Type.Optional(
    Type.String({
      pattern: `^(-?(${SORTS}))?$`,
      accepts: `one of ${ACCOUNT_SORTS.join(', ')}, with - in front for the other way round`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 2000, accepts: 'what the page before said in next' })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})

const account = {
  id: Type.Integer({ description: 'The id of its publisher, as `x-publisher` takes it.' }),
  company: Type.String(),
  reference: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  timezone: Type.String(),
  created: Type.String({ format: 'date-time' }),
}
const WidgetLink = Type.Object({
  id: Type.String(),
  type: Type.Enum(['button', 'event']),
  name: Type.String(),
  directLink: Type.String(),
})

export const ListedAccountAnswer = Type.Object(account)
export type ListedAccountAnswer = Static<typeof ListedAccountAnswer>

export const AccountList = Answer({
  data: Type.Array(ListedAccountAnswer),
  next: Type.Union([Type.String(), Type.Null()]),
  count: Type.Object({ value: Type.Integer(), more: Type.Boolean() }),
})

export const AccountAnswer = Type.Object({
  ...account,
  phone: Type.String(),
  industry: Type.String(),
  objective: Type.String(),
  companyType: Type.String(),
  logo: Type.String(),
  calendarLogo: Type.String(),
  displayPrimaryColor: Type.String(),
  displaySecondaryColor: Type.String(),
  widgets: Type.Array(WidgetLink),
})
export type AccountAnswer = Static<typeof AccountAnswer>
export const OneAccount = Answer({ data: AccountAnswer })

export const NewAccountAnswer = Type.Object({
  publisherId: Type.Integer(),
  apiKey: Type.String(),
  secret: Type.String({ description: 'Shown only now.' }),
  widgets: Type.Array(WidgetLink),
})
export type NewAccountAnswer = Static<typeof NewAccountAnswer>
export const CreatedAccount = Answer({ data: NewAccountAnswer })
