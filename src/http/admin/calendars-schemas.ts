import { type Static, type TProperties, Type } from 'typebox'
import { CALENDAR_SORTS } from '../../calendars/calendar-list.ts'
import { CALENDAR_FIELDS, SubGenre } from '../../calendars/calendar-schema.ts'
import { Text } from '../../schemas.ts'
import { FeedReachOrNull } from './feed-reach.ts'

const done = { status: Type.Literal('200'), statusLong: Type.Literal('OK') }
const Answer = <T extends TProperties>(fields: T) => Type.Object({ ...fields, ...done })
const Instant = Type.String({ description: 'A time in UTC, as ISO 8601.' })

export const CountShown = Type.Object({
  value: Type.Integer(),
  more: Type.Boolean({ description: 'There are at least so many.' }),
})

const NextEvent = Type.Object({
  id: Type.String(),
  name: Type.String(),
  startDate: Type.String(),
  startTime: Type.Union([Type.String(), Type.Null()], { description: 'Null: all day.' }),
  timezone: Type.String(),
})

export const AdminCalendar = Type.Object({
  id: Type.String(),
  name: Type.String(),
  reference: Type.String(),
  draft: Type.Boolean(),
  logo: Type.String({ description: 'The address of an image; empty: none.' }),
  genre: Type.String(),
  subGenre: Type.String(),
  note: Type.String(),
  categories: Type.Array(Type.String()),
  feed: Type.String({
    description: 'The address of the public feed. Of a draft it says that the calendar has ended.',
  }),
  page: Type.String({ description: 'The address of the public page. Of a draft it answers 404.' }),
  feedReach: FeedReachOrNull,
  events: CountShown,
  subscribers: CountShown,
  nextEvent: Type.Union([NextEvent, Type.Null()]),
  created: Instant,
  modified: Instant,
})
export type AdminCalendar = Static<typeof AdminCalendar>

export const CalendarAnswer = Answer({ data: AdminCalendar })
export type CalendarAnswer = Static<typeof CalendarAnswer>

export const CalendarList = Answer({
  data: Type.Array(AdminCalendar),
  next: Type.Union([Type.String(), Type.Null()]),
  count: CountShown,
  counting: Type.Boolean({
    description: 'Calendars are being counted for the first time: ask again in a moment.',
  }),
})
export type CalendarList = Static<typeof CalendarList>

const SORT = CALENDAR_SORTS.join('|')
export const CalendarQuery = Type.Object({
  q: Type.Optional(Text(0, 255)),
  reference: Type.Optional(Text(1, 255)),
  draft: Type.Optional(Type.String({ pattern: '^[01]$', accepts: '0 or 1' })),
  category: Type.Optional(Text(1, 255)),
  sort: Type.Optional(
    Type.String({
      pattern: `^-?(${SORT})$`,
      accepts: `one of ${CALENDAR_SORTS.join(', ')}, with - in front to turn it`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 2000, accepts: 'the `next` of an earlier answer' })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})
export type CalendarQuery = Static<typeof CalendarQuery>

const Draft = Type.Optional(Type.Boolean({ accepts: 'true or false' }))
export const NewCalendarInput = Type.Object(
  { ...CALENDAR_FIELDS, subGenre: SubGenre, draft: Draft },
  { label: 'Calendar' },
)
export type NewCalendarInput = Static<typeof NewCalendarInput>

export const CalendarInput = Type.Object(
  { ...Type.Partial(Type.Object(CALENDAR_FIELDS)).properties, subGenre: SubGenre, draft: Draft },
  { label: 'Calendar' },
)
export type CalendarInput = Static<typeof CalendarInput>

export const DeletionAnswer = Answer({
  data: Type.Object({
    events: CountShown,
    subscriptions: CountShown,
    widgets: Type.Integer({ description: 'How many widgets offer it by name.' }),
  }),
})
export type DeletionAnswer = Static<typeof DeletionAnswer>

const Category = Type.Object({
  id: Type.String(),
  path: Type.String(),
  name: Type.String(),
  depth: Type.Integer({ description: '0 for those at the top.' }),
  calendars: Type.Integer(),
  total: Type.Integer({ description: 'With what is below it.' }),
})
export const CategoryTree = Answer({
  data: Type.Array(Category, { description: 'Each is followed by what is below it.' }),
  uncategorized: Type.Integer({ description: 'Calendars that are in none.' }),
})
export type CategoryTree = Static<typeof CategoryTree>

export const CategoryInput = Type.Object({ path: Text(1, 255) }, { label: 'Category' })
export const CategoryAnswer = Answer({
  data: Type.Object({ path: Type.String(), calendars: Type.Integer() }),
})

export const GenreList = Answer({
  data: Type.Array(Type.Object({ genre: Type.String(), subGenres: Type.Array(Type.String()) })),
})
export type GenreList = Static<typeof GenreList>
