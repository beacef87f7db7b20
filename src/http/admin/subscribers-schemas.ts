import { type Static, Type } from 'typebox'
import { ALERT_CHOICES, RECIPIENT_STATES } from '../../alerts/alert.ts'
import { Id } from '../../schemas.ts'
import { NOTIFICATION_KINDS } from '../../webhooks/kinds.ts'
import { Answer } from '../answer.ts'
import { LanguageName } from './user-fields.ts'

const Time = Type.String({ description: 'UTC, such as 2027-03-01T12:00:00.000Z.' })
const MaybeTime = Type.Union([Time, Type.Null()])
const State = Type.Union([Type.Literal('active'), Type.Literal('left')])
const Counted = Type.Object(
  { value: Type.Integer(), more: Type.Boolean() },
  { description: '`more`: there are at least so many, and nobody counted further.' },
)

const listed = {
  id: Type.String({ description: 'The `svc_id`.' }),
  email: Type.String(),
  name: Type.String({ description: 'First and last name; empty: not told.' }),
  state: State,
  created: Time,
  left: MaybeTime,
  source: Type.String({ description: 'API, Widget or Portal.' }),
}

const ListedSubscriber = Type.Object({
  ...listed,
  calendars: Type.Integer({ description: 'How many it follows, drafts too.' }),
  lastRead: Type.Union([Time, Type.Null()], { description: 'When any application last read its feed.' }),
  application: Type.String({ description: 'The application that last read its feed; empty: none.' }),
  latest: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether that application has the last change in the feed. Null: it was never read.',
  }),
})
export type ListedSubscriber = Static<typeof ListedSubscriber>

export const SubscriberList = Answer({
  data: Type.Array(ListedSubscriber),
  next: Type.Union([Type.String(), Type.Null()], {
    description:
      'The `cursor` of the next page, which may be there though this one is short. Null: that was all.',
  }),
  sort: Type.String({
    description: 'The order this page is in: what a search finds in large numbers goes by e-mail.',
  }),
  count: Type.Optional(Counted),
})
export type SubscriberList = Static<typeof SubscriberList>

const Links = Type.Object({
  feed: Type.String({ description: 'The address that calendar applications read.' }),
  webcal: Type.String({ description: 'The same, for applications that open such links.' }),
  manage: Type.String({ description: "The subscriber's own page." }),
})

const FeedLink = Type.Object({
  number: Type.Integer({ description: 'From 0; never given twice.' }),
  kind: Type.Enum(['feed', 'account']),
  name: Type.String({ description: 'Given by the person; empty: none.' }),
  application: Type.String({
    description: 'The application that last read it, before that the chosen one; empty: unknown.',
  }),
  created: Time,
  confirmed: Type.Union([Time, Type.Null()], {
    description: 'Null: pending. Its feed has only the public calendars that were asked for.',
  }),
  lastUsed: Type.Union([Time, Type.Null()], { description: 'The last read, to the hour.' }),
  ended: MaybeTime,
})

const HistoryEntry = Type.Object({
  id: Type.String(),
  at: Time,
  actor: Type.String(),
  action: Type.String(),
  before: Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())]),
  after: Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())]),
})

const SubscriberRecord = Type.Object({
  ...listed,
  modified: Time,
  confirmed: Type.Union([Time, Type.Null()], {
    description: 'When the address was last proved to be the person’s; null: never.',
  }),
  widgetId: Type.String({ description: 'The widget it last subscribed through; empty: none.' }),
  widget: Type.String({ description: 'The name of that widget.' }),
  campaign: Type.String({
    description: 'The campaign that the page named through which the person joined; empty: none.',
  }),
  answers: Type.Record(Type.String(), Type.String(), {
    description: 'The answers given when subscribing, by the name of the field.',
  }),
  customFields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  consents: Type.Array(
    Type.Object({
      field: Type.String(),
      text: Type.String({ description: 'The text that asked for it; empty: not known any more.' }),
      given: Type.Boolean(),
    }),
  ),
  consentLanguage: Type.String({ description: 'The language of the form that asked; empty: not known.' }),
  reminders: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Its own, such as 15M; null: as the publisher sets them.',
  }),
  calendars: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), draft: Type.Boolean(), since: Time }),
  ),
  applicationsChosen: Type.Array(Type.String()),
  reads: Type.Array(
    Type.Object({
      application: Type.String(),
      aggregator: Type.Boolean({ description: 'It reads for many people at once.' }),
      reads: Type.Integer(),
      last: Time,
      current: Type.Boolean({ description: 'It has the feed as it is now.' }),
    }),
  ),
  privateEvents: Counted,
  links: Type.Union([Links, Type.Null()], {
    description:
      'Of its first live link. Null: it has left, or you may not have them. Whoever has such a link can use it.',
  }),
  feedLinks: Type.Array(FeedLink, {
    description: 'In the order of their numbers, also pending and ended ones.',
  }),
  alerts: Type.Object(
    {
      choice: Type.Enum(ALERT_CHOICES, {
        description:
          'off: the person does not want them. refused: the mail server refused the address three times.',
      }),
      told: Type.Array(
        Type.Object({
          alertId: Type.String(),
          created: Time,
          state: Type.Enum(RECIPIENT_STATES, { description: 'As in the `counts` of an alert.' }),
          at: Type.Union([Time, Type.Null()], {
            description: 'When the last mail was sent; null: none was.',
          }),
          events: Type.Array(
            Type.Object({
              eventId: Type.String(),
              name: Type.String(),
              gone: Type.Boolean({ description: 'It was deleted.' }),
            }),
            {
              description: 'At most 20. If nothing was told, those of the calendars that the person follows.',
            },
          ),
          eventCount: Type.Integer({ description: 'Of all events.' }),
        }),
        { description: 'The newest first, at most 20.' },
      ),
    },
    { description: 'Mails about changes that the calendar had not fetched.' },
  ),
  notifications: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.Enum(NOTIFICATION_KINDS),
      created: Time,
      deliveries: Type.Array(
        Type.Object({ id: Type.String(), callbackId: Type.String(), state: Type.String() }),
      ),
    }),
    { description: 'The newest first, at most 20.' },
  ),
  history: Type.Union([Type.Array(HistoryEntry), Type.Null()], {
    description: 'The changes that users made, the newest first, at most 20. Null: only owners see them.',
  }),
})
export type SubscriberRecord = Static<typeof SubscriberRecord>

export const SubscriberAnswer = Answer({ data: SubscriberRecord })

export const CalendarsInput = Type.Object(
  {
    calendarIds: Type.Array(Id, { maxItems: 1000, accepts: 'a list of at most 1000 calendar ids' }),
  },
  { label: 'Subscriber' },
)
export const MailInput = Type.Object({ language: Type.Optional(LanguageName) }, { label: 'Subscriber' })
