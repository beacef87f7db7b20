import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'
import { ListedChange } from './changes-schemas.ts'
import { FeedExtent } from './feed-extent.ts'

const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD, in UTC.' })
const Time = Type.String({ format: 'date-time' })
const Amount = Type.Integer()
const Kind = Type.Union([Type.Literal('device'), Type.Literal('aggregator'), Type.Literal('unknown')], {
  description: 'An aggregator reads for many people at once.',
})

export const OverviewQuery = Type.Object({
  days: Type.Optional(
    Type.String({ pattern: '^(30|90|365)$', accepts: '30, 90 or 365', description: 'Default 30.' }),
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

const CallbackHealth = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  active: Type.Boolean(),
  delivered: Amount,
  failed: Amount,
  waiting: Amount,
  lastFailure: Type.Union([
    Type.Null(),
    Type.Object({ at: Time, status: Type.Union([Type.Null(), Amount]), error: Type.String() }),
  ]),
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

const LeastReached = Type.Object(
  {
    change: ListedChange,
    others: Type.Integer({ description: 'Other events ahead that were changed at once with it.' }),
  },
  {
    description:
      'The change of the last 14 days that the smallest share has fetched, of an event that is still ahead. Null: nobody is concerned, or it is not counted yet.',
  },
)

export const Overview = Type.Object({
  steps: Steps,
  confirmAdvised: Type.Boolean({
    description:
      'There are private events, and a new address is good at once: `confirm` of the publisher should be `always`.',
  }),
  fullFeeds: FullFeeds,
  subscribersBefore: Type.Integer({ description: 'How many there were before the first day.' }),
  days: Type.Array(StatisticsOfDay, { description: 'The last one is today.' }),
  reads: Type.Array(Type.Object({ name: Type.String(), kind: Kind, reads: Amount }), {
    description: 'Reads in these days by application.',
  }),
  activeFeeds: Type.Union([Type.Null(), ActiveFeeds]),
  deliveries: Type.Object({
    since: Time,
    more: Type.Boolean({ description: 'Only the newest 10,000 deliveries are counted.' }),
    callbacks: Type.Array(CallbackHealth),
  }),
  nextEvents: Type.Array(NextEvent),
  leastReached: Type.Union([Type.Null(), LeastReached]),
})
export type Overview = Static<typeof Overview>

export const OverviewAnswer = Answer({
  data: Overview,
})
