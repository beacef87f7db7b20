import { type Static, Type } from 'typebox'
import { CancelledMode, Confirm } from '../../publishers/publisher-schema.ts'
import { Answer } from '../answer.ts'

const Days = Type.Union([Type.Integer(), Type.Null()], { description: 'Null: no limit.' })
const Address = Type.String({ description: 'Empty: none.' })

export const OwnPublisher = Type.Object({
  id: Type.Integer(),
  company: Type.String(),
  timezone: Type.String(),
  logo: Address,
  calendarLogo: Address,
  privacyNotice: Address,
  imprint: Address,
  displayPrimaryColor: Type.String({ description: '`#rgb` or `#rrggbb`; empty: none.' }),
  displaySecondaryColor: Type.String(),
  feedPastDays: Days,
  feedFutureDays: Days,
  cancelledEvents: CancelledMode,
  cancelledMark: Type.String({ description: 'Empty: `Cancelled`.' }),
  confirm: Confirm,
})
export type OwnPublisher = Static<typeof OwnPublisher>

export const PublisherAnswer = Answer({
  data: OwnPublisher,
})
