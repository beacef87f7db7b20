import { type Static, type TSchema, Type } from 'typebox'
import { ALERT_CHOICES } from '../../alerts/alert.ts'
import type { AddLinks } from '../../events/add-links.ts'
import { PROVIDER_NAMES } from '../../push-targets/grant.ts'
import { PROFILE_ROWS, type ProfileName } from '../../subscribers/subscriber-fields.ts'
import { EVENT_VIEWS } from '../../widgets/event-view.ts'
import { REGISTRATION_FIELDS, type RegistrationFields } from '../../widgets/widget.ts'
import { ConsentText, Question } from '../../widgets/widget-schema.ts'
import { Answer, Refused } from '../answer.ts'
import { CalendarUrls } from '../api/schemas.ts'

/**
 * Response bodies of the pages' JSON interface. Browser code imports the types of these schemas, so that both
 * sides always match. Instants are epoch milliseconds, dates YYYY-MM-DD, times HH:MM in the event's time
 * zone.
 */

const orFalse = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Literal(false)], description ? { description } : {})
const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})
const OneProvider = Type.Enum([...PROVIDER_NAMES])

/** A publisher on pages. */
const PublisherLook = Type.Object({
  name: Type.String(),
  timezone: Type.String(),
  logo: orFalse(Type.String(), 'The address of an image.'),
  primaryColor: orFalse(Type.String(), '`#rgb` or `#rrggbb`.'),
  secondaryColor: orFalse(Type.String()),
  privacyNotice: orFalse(Type.String(), 'The address of its privacy notice.'),
  imprint: orFalse(Type.String(), 'The address of its imprint.'),
})
export type PublisherLook = Static<typeof PublisherLook>

const NextEvent = Type.Object({
  name: Type.String(),
  location: Type.String(),
  startDate: Type.String({ description: '`YYYY-MM-DD`, in `timezone`.' }),
  startTime: orNull(Type.String(), '`HH:MM`; null: all day.'),
  timezone: Type.String(),
  startAt: Type.Integer({ description: 'Epoch milliseconds.' }),
})

/** A public calendar in a list. */
const ListedCalendar = Type.Object({
  id: Type.String(),
  name: Type.String(),
  reference: Type.String(),
  logo: orFalse(Type.String()),
  categories: Type.Array(Type.String(), {
    description: 'Paths such as `Sports/Rugby`; none: not categorized.',
  }),
  nextEvent: orFalse(NextEvent, 'The next event, or the one that is on.'),
  mirror: orFalse(
    Type.String(),
    'Google Calendar adds its mirror here, which has changes within seconds and is the same for everybody. False: it has none that is open.',
  ),
})
export type ListedCalendar = Static<typeof ListedCalendar>

/** A widget's form and its requirements. */
const WidgetLook = Type.Object({
  id: Type.String(),
  type: Type.Enum(['button', 'event']),
  name: Type.String(),
  fields: Type.Unsafe<RegistrationFields>(
    Type.Partial(Type.Record(Type.Enum(REGISTRATION_FIELDS), Type.Enum(['optional', 'required'])), {
      description: 'The registration fields to show; a field that is not there is not asked for.',
    }),
  ),
  customFields: Type.Array(Question),
  consents: Type.Array(ConsentText, {
    description: 'At most four, answered as `optin`, `secondary_optin`, `optin3`, `optin4` in this order.',
  }),
  minimumAge: orFalse(Type.Integer(), "Whole years; who is younger can't subscribe. False: any age."),
  parentConsentAge: orFalse(
    Type.Integer(),
    'Who is younger needs `parent_email` and `parent_consent`. False: nobody does.',
  ),
  view: Type.Enum(EVENT_VIEWS, { description: 'How an event list shows its events at first.' }),
})
export type WidgetLook = Static<typeof WidgetLook>

export const WidgetConfig = Answer({
  widget: WidgetLook,
  publisher: PublisherLook,
  calendars: Type.Array(ListedCalendar),
  providers: Type.Array(OneProvider, {
    description: 'Subscribers can have their calendar written into their account there, in the portal.',
  }),
})
export type WidgetConfig = Static<typeof WidgetConfig>

const EventLink = Type.Object({
  name: Type.String({ description: 'Empty: it has none.' }),
  url: Type.String({ description: 'A tracked address, which leads on.' }),
})
export type EventLink = Static<typeof EventLink>

/** An event in a public list. */
const UpcomingEvent = Type.Object({
  id: Type.String(),
  calendarId: Type.String(),
  calendarName: Type.String(),
  name: Type.String(),
  location: Type.String(),
  details: Type.String(),
  startDate: Type.String({ description: '`YYYY-MM-DD`, in `timezone`.' }),
  startTime: orNull(Type.String(), '`HH:MM`; null: all day.'),
  endDate: Type.String({ description: 'The last day, inclusive.' }),
  endTime: orNull(Type.String()),
  timezone: Type.String(),
  startAt: Type.Integer({ description: 'Epoch milliseconds.' }),
  endAt: Type.Integer(),
  cancelled: Type.Optional(Type.Literal(true, { description: 'There only where the event is cancelled.' })),
  private: Type.Optional(
    Type.Literal(true, {
      description: 'There only for events of one person, in the portal. They have no `calendarName`.',
    }),
  ),
  page: orFalse(Type.String(), 'The path of its page; false: the events of this calendar have none.'),
  link: orFalse(EventLink, 'Its primary link, such as to tickets; false: it has none.'),
})
export type UpcomingEvent = Static<typeof UpcomingEvent>

export const UpcomingEvents = Answer({
  data: Type.Array(UpcomingEvent),
  next: orFalse(Type.String(), 'To be given as `after` for the next page; false: that was all.'),
})
export type UpcomingEvents = Static<typeof UpcomingEvents>

/** The events of a month in any time zone: those of the days beside it are among them. */
export const MonthEvents = Answer({
  month: Type.String({ description: '`YYYY-MM`.' }),
  data: Type.Array(UpcomingEvent, {
    description:
      'In the order of starts. In some time zone each is in the month, so some belong to the day before it or after it.',
  }),
  more: Type.Boolean({ description: 'True: the month has more events than fit into an answer.' }),
  previous: orFalse(NextEvent, 'The last event that began before those; false: there is none.'),
  next: orFalse(NextEvent, 'The first event that begins after those; false: there is none.'),
})
export type MonthEvents = Static<typeof MonthEvents>

/** An application that read a person's calendar. */
const PortalReader = Type.Object({
  application: Type.String({ description: '`Other`: unknown.' }),
  lastReadAt: Type.Integer({ description: 'Epoch milliseconds.' }),
  current: Type.Boolean({ description: 'It has fetched the last change.' }),
  active: Type.Boolean({ description: 'It was there within a week, a server within three days.' }),
})
export type PortalReader = Static<typeof PortalReader>

/** The links that a request got, or those of a subscriber. */
export const SubscriberLinks = Answer({ calendarUrl: CalendarUrls, manageUrl: Type.String() })
export type SubscriberLinks = Static<typeof SubscriberLinks>

export const Fetched = Answer({
  application: orNull(
    Type.String(),
    'The application that fetched the feed, by the name that reports use. Null: none that is recognised, yet.',
  ),
})
export type Fetched = Static<typeof Fetched>

/** A refusal in a crowd, with work that admits the request at once. */
export const Challenged = Type.Object({
  ...Refused.properties,
  challenge: Type.Optional(
    Type.Object(
      {
        parameters: Type.Object({
          algorithm: Type.String(),
          nonce: Type.String(),
          salt: Type.String(),
          cost: Type.Integer(),
          keyLength: Type.Integer(),
          keyPrefix: Type.String(),
          keySignature: Type.String(),
          data: Type.Object({ publisher: Type.Integer(), until: Type.Integer() }),
        }),
        signature: Type.String(),
      },
      {
        description:
          'A challenge of ALTCHA. Its solution, as `proof`, admits the request before `Retry-After`. Not there: only time helps.',
      },
    ),
  ),
})
export type Challenged = Static<typeof Challenged>

const text = Type.Optional(Type.String())
/** Data from the subscription form. */
export const Profile = Type.Object({
  ...(Object.fromEntries(PROFILE_ROWS.map(([name]) => [name, text])) as Record<ProfileName, typeof text>),
  customFields: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
  optins: Type.Optional(Type.Array(Type.Boolean(), { description: 'Consents by number, 1 to 4.' })),
  consentLanguage: Type.Optional(
    Type.String({ description: 'The language of the form that asked for them.' }),
  ),
  requiredAge: Type.Optional(Type.Integer()),
  parentConsentAge: Type.Optional(Type.Integer()),
  applications: Type.Optional(Type.Array(Type.String())),
})

export const PortalData = Type.Object({
  ...SubscriberLinks.properties,
  calendarUrl: orNull(
    CalendarUrls,
    'Null unless `fresh`, or the link was given within the hour: the manage link is in every event.',
  ),
  addUrl: orNull(
    Type.String(),
    'Opens the screen with `calendarUrl` on another device, for the rest of the hour. Null if `calendarUrl` is.',
  ),
  fresh: Type.Boolean({
    description:
      'True: the request came from a browser that a mail opened within the hour, or soon after the data was typed.',
  }),
  fromMail: Type.Boolean({
    description: 'True: a mail opened this browser within the hour, so it can confirm the address.',
  }),
  confirmed: Type.Boolean({ description: 'The address was proved to be the person’s.' }),
  email: Type.String({ description: 'Empty unless `fresh`.' }),
  profile: { ...Profile, description: 'Empty unless `fresh`.' },
  reminders: orNull(Type.Array(Type.String()), 'Offsets such as `15M`; null: as the publisher sets them.'),
  alerts: orNull(
    Type.Enum(ALERT_CHOICES),
    'Mails about changes that the calendar has not fetched. `refused`: switched off because the mail server refused the address. Null unless `fresh`, and if the publisher sends none.',
  ),
  publisher: PublisherLook,
  calendars: Type.Array(Type.Object({ ...ListedCalendar.properties, subscribed: Type.Boolean() })),
  upcoming: {
    ...UpcomingEvents,
    description: 'What comes next, as in `GET /manage/{token}/upcoming`: the first five.',
  },
  readers: Type.Array(PortalReader, {
    description: 'The applications that read the calendar, the last one first. Empty unless `fresh`.',
  }),
  changedAt: orNull(
    Type.Integer(),
    'When anything that the calendar shows last changed, in epoch milliseconds. Null unless `fresh`.',
  ),
  widgetId: orFalse(Type.String(), 'The widget to come back with after leaving; false: there is none.'),
  providers: Type.Array(OneProvider, {
    description: 'The calendar can be written into an account there: `POST /manage/{token}/google`.',
  }),
  pushKey: Type.String({ description: 'The public key of this service, for `PushManager.subscribe`.' }),
})
export type PortalData = Static<typeof PortalData>

/** Data of the page with the events of a widget: of the view that it opens with. */
export interface EventsPageData {
  config: WidgetConfig
  upcoming?: UpcomingEvents
  month?: MonthEvents
}

/** Data of the page of a public calendar. */
export interface CalendarPage {
  calendar: { id: string; name: string; logo: string | false; note: string; categories: string[] }
  publisher: PublisherLook
  /** The calendar's feed, as a URL for each kind of application. */
  feed: Static<typeof CalendarUrls>
  /** Google Calendar adds the mirror here; false if there is none that is open. */
  mirror: string | false
  /** The widget for subscribing to this calendar; false if there is none. */
  widgetId: string | false
  upcoming: UpcomingEvent[]
  next: string | false
}

/** Data of the page of a public event. */
export interface EventPage {
  event: UpcomingEvent
  /** All its calendars that have a page, its home first. */
  calendars: { id: string; name: string }[]
  /** The primary link first. */
  links: EventLink[]
  /** Its times before it was moved, if that was not long ago. */
  movedFrom: false | Pick<UpcomingEvent, 'startDate' | 'startTime' | 'timezone' | 'startAt'>
  /** Addresses that add this event alone, by application. */
  add: AddLinks
  publisher: PublisherLook
  /** The widget for subscribing to its calendar; false if there is none. */
  widgetId: string | false
}

/** Data of the form for people without scripts. */
export interface PlainFormPage {
  config: WidgetConfig
  /** The fields as the form was sent; undefined before. */
  filled?: string
  /** The service's errors by field. */
  refused?: Record<string, string>
}

/** Data of the page after it. */
export interface PlainDonePage {
  publisher: PublisherLook
  email: string
  links: SubscriberLinks
}

/** Data of the page that replaces a link to a deleted event. */
export interface GonePage {
  publisher: PublisherLook
  /** The widget that these events are from; false if there is none. */
  widgetId: string | false
  /** True if the events are from several calendars. */
  showCalendar: boolean
  upcoming: UpcomingEvent[]
}

/** A link of a subscriber, as the portal lists it. */
const PortalLink = Type.Object({
  number: Type.Integer(),
  kind: Type.Enum(['feed', 'account']),
  name: Type.String({ description: 'Given by the person; empty: none.' }),
  application: Type.String({
    description: 'The application that last read it, before that the chosen one; empty: unknown.',
  }),
  created: Type.Integer({ description: 'Epoch milliseconds, as all times here.' }),
  confirmedAt: orNull(Type.Integer(), 'Null: pending. Somebody asked for it, and nobody has confirmed.'),
  lastUsedAt: orNull(Type.Integer(), 'The last read, to the hour.'),
  current: Type.Boolean({ description: 'The link of this request.' }),
  provider: orNull(OneProvider, 'Its calendar is written into an account there.'),
})

export const PortalLinks = Answer({
  data: Type.Array(PortalLink, { description: 'Those that have not ended.' }),
})
export type PortalLinks = Static<typeof PortalLinks>

/** A subscriber's own calendar at a provider. */
export const MyPushed = Answer({
  data: Type.Object({
    offered: Type.Boolean({ description: 'False: the installation has no credentials of this provider.' }),
    state: Type.Enum(['none', 'linking', 'active', 'disconnected', 'removed', 'ending'], {
      description:
        '`linking`: my calendar is being made. `disconnected`: the provider asks for another consent. `removed`: I deleted it there. `ending`: it is being deleted.',
    }),
    lastCheck: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When it was last equal to my feed, in milliseconds since 1970.',
    }),
    waits: Type.Boolean({
      description: 'The provider did not take the last change. It is tried again by itself.',
    }),
  }),
})
export type MyPushed = Static<typeof MyPushed>

/** Data of the portal's page behind a pending link. */
export interface PendingPage extends Pick<PortalData, 'calendarUrl' | 'addUrl'> {
  manageUrl: string
  /** True: it can't be confirmed any more. */
  expired: boolean
  /** Epoch ms of the request. */
  asked: number
  /** The calendars in its feed. */
  calendars: { id: string; name: string }[]
  /** The widget to subscribe with again; false if there is none. */
  widgetId: string | false
}

/** Data of the page that confirms a request. */
export interface ConfirmPage {
  /** `asked`: it can be confirmed. `ended`: the link ended, or its person left. */
  state: 'asked' | 'confirmed' | 'expired' | 'ended'
  publisher: PublisherLook
  /** The widget to subscribe with again; false if there is none. */
  widgetId: string | false
  /** The names of the chosen calendars; empty unless `asked`, as the application is. */
  calendars: string[]
  application: string
  /** Epoch ms; 0 unless `asked`. */
  asked: number
  /** The portal of the confirmed link; empty before. */
  manageUrl: string
}

/** Data of the page that mails a lost link. */
export interface LostLink {
  state: 'lost'
  publisher: PublisherLook
  widgetId: string
}

/** The portal of a subscriber whose new address was confirmed. */
export const EmailChanged = Answer({ manageUrl: Type.String() })
export type EmailChanged = Static<typeof EmailChanged>

/** Data of the page that confirms a new address. */
export interface EmailPage {
  /** `over`: it works no more. `taken`: another subscriber has the address. */
  state: 'asked' | 'done' | 'taken' | 'over'
  publisher: PublisherLook
  /** The new address; empty if the link is over. */
  email: string
  /** The portal; empty unless `done`. */
  manageUrl: string
}

/** Data of the page behind a manage link. */
export type PortalState =
  | ({ state: 'active' } & PortalData)
  /** Not confirmed yet: the page says what was asked for, and sends the mail again. */
  | ({ state: 'pending'; publisher: PublisherLook } & PendingPage)
  /** The link has ended, or the person has unsubscribed. */
  | { state: 'replaced' | 'ended'; publisher: PublisherLook; widgetId: string | false }
