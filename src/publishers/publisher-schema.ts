import { Type } from 'typebox'
import { Name, Text, WebAddress } from '../schemas.ts'

export const Color = Type.String({
  pattern: '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))?$',
  accepts: 'a colour as #rgb or #rrggbb, or empty',
})
const Days = Type.Union([Type.Integer({ minimum: 0, maximum: 36_500 }), Type.Null()], {
  accepts: 'a whole number of days up to 36500, or null for no limit',
})

/** See `CancelledEvents`. */
export const CancelledMode = Type.Union(
  [Type.Literal('remove'), Type.Literal('strike'), Type.Literal('mark')],
  { accepts: 'remove, strike or mark' },
)

/** See `ConfirmPolicy`. */
export const Confirm = Type.Union([Type.Literal('known'), Type.Literal('always')], {
  accepts: 'known or always',
})

/** Settings that a publisher may change. */
export const PublisherInput = Type.Object(
  {
    company: Type.Optional(Name(1, 250)),
    timezone: Type.Optional(Type.String({ accepts: 'an IANA time zone name, such as Europe/London' })),
    logo: Type.Optional(WebAddress),
    calendarLogo: Type.Optional(WebAddress),
    privacyNotice: Type.Optional(WebAddress),
    imprint: Type.Optional(WebAddress),
    displayPrimaryColor: Type.Optional(Color),
    displaySecondaryColor: Type.Optional(Color),
    feedPastDays: Type.Optional(Days),
    feedFutureDays: Type.Optional(Days),
    cancelledEvents: Type.Optional(CancelledMode),
    cancelledMark: Type.Optional(Text(0, 40)),
    confirm: Type.Optional(Confirm),
  },
  { label: 'Publisher' },
)
