import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'
import { ListedChange } from './changes-schemas.ts'
import { FeedExtent } from './feed-extent.ts'

const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD, in the publisher’s time zone.' })
const Time = Type.String({ format: 'date-time' })
const Amount = Type.Integer()
const Kind = Type.Union([Type.Literal('device'), Type.Literal('aggregator'), Type.Literal('unknown')], {
  description: 'An aggregator reads for many people at once.',
})

const dayParameter = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', accepts: 'a date such as 2027-04-10', description })

export const OverviewQuery = Type.Object({
  days: Type.Optional(
    Type.String({
      pattern: '^(7|30|90|365)$',
      accepts: '7, 30, 90 or 365',
      description: 'As many days up to today. Default 30.',
    }),
  ),
  from: Type.Optional(dayParameter('Instead of `days`: the first day, within two years.')),
  to: Type.Optional(
    dayParameter('With `from`: the last day, at most 366 days from the first on. Default today.'),
  ),
})

const Steps = Type.Object({
  calendar: Type.Boolean({ description: 'There is a calendar.' }),
  event: Type.Boolean({ description: 'There is a public event, draft or not.' }),
  subscriber: Type.Boolean({ description: 'Somebody has subscribed.' }),
})

const StatisticsOfDay = Type.Object({
  day: Day,
  subscribers: Type.Integer({ description: 'How many there were at the end of the day.' }),
  joined: Amount,
  left: Amount,
  reads: Amount,
  clicks: Amount,
})

const ActiveFeeds = Type.Object(
  {
    at: Time,
    days: Amount,
    subscribers: Type.Integer({ description: 'Those whose feed was read by any application.' }),
    applications: Type.Array(Type.Object({ name: Type.String(), kind: Kind, feeds: Amount })),
  },
  { description: 'Feeds read in the last `days` days. Null: being counted, ask again in a moment.' },
)

const JoinedAndLeft = Type.Object({ joined: Amount, left: Amount })

const Origins = Type.Object({
  rows: Type.Array(
    Type.Object({
      key: Type.String({
        description: 'The id of the calendar or widget, or the name of the campaign. Empty: none.',
      }),
      name: Type.String({ description: 'Empty: it has none any more.' }),
      deleted: Type.Boolean(),
      joined: Amount,
      left: Amount,
      before: JoinedAndLeft,
    }),
    { description: 'The 50 with the most who joined, the most first.' },
  ),
  others: Type.Object(
    { count: Amount, joined: Amount, left: Amount, before: JoinedAndLeft },
    { description: 'The sums of all others.' },
  ),
})

const ClickedLink = Type.Object({
  eventId: Type.String({ description: 'Empty: the links of all private events.' }),
  event: Type.String({ description: 'The name, of a deleted event that of the last click.' }),
  date: Type.String({ description: 'The day on which the event starts; empty with private events.' }),
  position: Type.Integer({ description: '1 to 10; 0 with private events.' }),
  link: Type.String({ description: 'The name of the link.' }),
  deleted: Type.Boolean({ description: 'The event was deleted.' }),
  clicks: Amount,
})

const NextEvent = Type.Object({
  id: Type.String(),
  calendarId: Type.String(),
  calendar: Type.String(),
  name: Type.String(),
  location: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  startTime: Type.Union([Type.Null(), Type.String()], { description: 'Null: it lasts all day.' }),
  endTime: Type.Union([Type.Null(), Type.String()]),
  timezone: Type.String(),
  cancelled: Type.Boolean(),
})

const FullFeeds = Type.Object(
  {
    subscribers: Type.Integer({ description: 'Feeds of subscribers, counted up to 1,000.' }),
    calendars: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), extent: FeedExtent })),
  },
  { description: 'Feeds read since yesterday that are too large to show all events.' },
)

const ChangeAhead = Type.Object({
  change: ListedChange,
  others: Type.Integer({ description: 'Other events ahead that were changed at once with it.' }),
})

const NextEventReach = Type.Object(
  {
    eventId: Type.String(),
    active: Type.Integer({ description: 'As in the reach of a change.' }),
    reached: Type.Integer({ description: 'All their active applications have the event as it is now.' }),
    partly: Amount,
    silent: Amount,
    countedAt: Time,
  },
  {
    description:
      'How many of those who follow a calendar of the next event have it as it is now. Null: there is no next event, it is not in feeds yet, or it is being counted.',
  },
)

export const Overview = Type.Object({
  steps: Steps,
  confirmAdvised: Type.Boolean({
    description:
      'There are private events, and a new address is good at once: `confirm` of the publisher should be `always`.',
  }),
  fullFeeds: FullFeeds,
  timezone: Type.String({ description: 'That of the publisher, to which all days belong.' }),
  today: Day,
  subscribersBefore: Type.Integer({ description: 'How many there were before the first day.' }),
  days: Type.Array(StatisticsOfDay, { description: 'If the last one is today, it is not over.' }),
  before: Type.Object(
    { from: Day, to: Day, joined: Amount, left: Amount, reads: Amount, clicks: Amount },
    { description: 'As many days before these, to compare with.' },
  ),
  calendars: Origins,
  widgets: Origins,
  campaigns: Origins,
  links: Type.Array(ClickedLink, { description: 'The 50 most clicked links, the most clicked first.' }),
  reads: Type.Array(Type.Object({ name: Type.String(), kind: Kind, reads: Amount }), {
    description: 'Reads in these days by application.',
  }),
  readers: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Kind,
      feeds: Type.Array(Amount, { description: 'In the order of `days`.' }),
    }),
    { description: 'By application, the feeds of subscribers that it read on each of these days.' },
  ),
  activeFeeds: Type.Union([Type.Null(), ActiveFeeds]),
  nextEvents: Type.Array(NextEvent),
  nextEventReach: Type.Union([Type.Null(), NextEventReach]),
  lastChanges: Type.Array(ChangeAhead, {
    description:
      'The changes of the last 14 days with the four newest revisions, of events that are still ahead: one for each calendar, at most 12.',
  }),
  leastReached: Type.Union([Type.Null(), ChangeAhead], {
    description:
      'The change of the last 14 days that the smallest share has fetched, of an event that is still ahead. Null: nobody is concerned, or it is not counted yet.',
  }),
})
export type Overview = Static<typeof Overview>

export const OverviewAnswer = Answer({
  data: Overview,
})
