import { Type } from 'typebox'
import { Bit, Count, Name, Text, WebAddress, Word } from '../schemas.ts'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', accepts: 'a date that exists, as YYYY-MM-DD' })
const Time = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$', accepts: 'a time as HH:MM' })
const Alert = Type.String({
  pattern: '^(\\d{1,4}[MHD])?$',
  accepts: 'empty, or up to four digits and M, H or D, such as 15M',
})

const fields = {
  type: Type.Optional(Type.String({ accepts: 'fixture or private' })),
  name: Type.Optional(Name(1, 500)),
  location: Type.Optional(Text(0, 255)),
  startDate: Type.Optional(Day),
  startTime: Type.Optional(Time),
  endDate: Type.Optional(Day),
  endTime: Type.Optional(Time),
  allDay: Type.Optional(
    Type.Union(
      [
        Type.Boolean(),
        Type.String({ pattern: '^([yY][eE][sS]|[nN][oO]|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])$' }),
      ],
      {
        accepts: 'yes, no, true or false',
      },
    ),
  ),
  timezone: Type.Optional(Type.String({ accepts: 'an IANA time zone name, such as Europe/London' })),
  alert: Type.Optional(Alert),
  alert2: Type.Optional(Alert),
  details: Type.Optional(Text(0, 8000)),
  draft: Type.Optional(Bit),
  cancelled: Type.Optional(Bit),
  reference: Type.Optional(Text(0, 255)),
  referenceType: Type.Optional(Text(0, 255)),
  sponsored_message: Type.Optional(Text(0, 500)),
  twitterTag: Type.Optional(Text(0, 255)),
  social: Type.Optional(Type.Object({}, { accepts: 'an object' })),
  featured: Type.Optional(Count),
  tags: Type.Optional(Type.Array(Text(1, 100), { maxItems: 100, accepts: 'a list of at most 100 texts' })),
  event_banner: Type.Optional(WebAddress),
  'focus-x': Type.Optional(Text(0, 20)),
  'focus-y': Type.Optional(Text(0, 20)),
  primary_link: Type.Optional(Count),
  secondary_link: Type.Optional(Count),
}

/** What may be said of a public event. */
export const PublicEventInput = Type.Object({
  ...fields,
  calendarId: Type.Optional(Type.String({ accepts: 'a calendar id' })),
})

/** What may be said of a private event. */
export const PrivateEventInput = Type.Object({
  ...fields,
  reference: Type.Optional(Word(255)),
  referenceType: Type.Optional(Word(255)),
})
