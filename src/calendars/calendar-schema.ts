import { Type } from 'typebox'
import { Name, Text, WebAddress } from '../schemas.ts'

/** What may be said of a calendar, beside whether it is a draft. */
export const CALENDAR_FIELDS = {
  name: Name(2, 250),
  categories: Type.String({
    maxLength: 5000,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    accepts: 'paths such as Sports/Football, Men',
    description: 'Comma-separated paths; `/` separates levels. Missing ones are created.',
  }),
  reference: Text(1, 255),
  genre: Text(1, 100),
  note: Type.Optional(Text(0, 5000)),
  logo: Type.Optional(WebAddress),
}

export const SubGenre = Text(1, 100)
