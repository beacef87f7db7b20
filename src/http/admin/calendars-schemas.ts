import { type Static, Type } from 'typebox'
import { CALENDAR_ROWS, type CalendarFields, calendarInput } from '../../calendars/calendar-fields.ts'
import { CALENDAR_SORTS } from '../../catalog/calendar-list.ts'
import { Text } from '../../schemas.ts'
import { Answer } from '../answer.ts'
import { FeedExtentOrNull } from './feed-extent.ts'

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

/** The properties of a calendar's record that are not fields of the calendar. */
const Around = Type.Object({
  id: Type.String(),
  categories: Type.Array(Type.String()),
  feed: Type.String({
    description: 'The address of the public feed. The feed of a draft says that the calendar has ended.',
  }),
  page: Type.String({ description: 'The address of the public page. That of a draft answers 404.' }),
  feedExtent: FeedExtentOrNull,
  events: CountShown,
  subscribers: CountShown,
  nextEvent: Type.Union([NextEvent, Type.Null()]),
  created: Instant,
  modified: Instant,
})

export type AdminCalendar = CalendarFields & Static<typeof Around>
export const AdminCalendar = Type.Unsafe<AdminCalendar>(
  Type.Object({
    ...Object.fromEntries(
      CALENDAR_ROWS.map(([name, { shownInPortal, says }]) => [name, { ...shownInPortal, description: says }]),
    ),
    ...Around.properties,
  }),
)

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

export const NewCalendarInput = Type.Object(calendarInput('new', 'admin'), { label: 'Calendar' })
export type NewCalendarInput = Record<string, unknown> & { categories?: string }

export const CalendarInput = Type.Object(calendarInput('change', 'admin'), { label: 'Calendar' })
export type CalendarInput = Record<string, unknown> & { categories?: string }

export const DeletionAnswer = Answer({
  data: Type.Object({
    events: CountShown,
    subscriptions: CountShown,
    widgets: Type.Integer({ description: 'How many widgets offer it by name.' }),
  }),
})
export type DeletionAnswer = Static<typeof DeletionAnswer>

export const CalendarGrowthAnswer = Answer({
  data: Type.Object({
    days: Type.Integer({ description: 'The length of the period that ends today.' }),
    joined: Type.Integer({ description: 'How many began to follow it.' }),
    left: Type.Integer(),
    before: Type.Object(
      { joined: Type.Integer(), left: Type.Integer() },
      { description: 'In as many days before.' },
    ),
  }),
})
export type CalendarGrowthAnswer = Static<typeof CalendarGrowthAnswer>
export type CalendarGrowth = CalendarGrowthAnswer['data']

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
