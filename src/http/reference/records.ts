import { type TSchema, Type } from 'typebox'

/** The records in answers, as the API document shows them. `docs/api.md` says more of each field. */

const text = (description?: string) => Type.String(description ? { description } : {})
const whole = (description?: string) => Type.Integer(description ? { description } : {})
const yesNo = (description?: string) => Type.Boolean(description ? { description } : {})
const texts = (description?: string) => Type.Array(Type.String(), description ? { description } : {})
const texted = (...names: string[]) => Object.fromEntries(names.map((name) => [name, Type.String()]))
const stamps = { created: text('ISO 8601, UTC.'), modified: text('ISO 8601, UTC.') }
const bit = (description: string) => Type.Integer({ minimum: 0, maximum: 1, description })

export const CalendarUrls = Type.Object(
  texted(
    'webCalUrl',
    'appleCalUrl',
    'webCalUrlNoIcs',
    'httpCalUrl',
    'httpsCalUrl',
    'googleUrl',
    'outlookcomUrl',
  ),
  { description: 'The address of a feed in the form each application takes.' },
)

const calendar = {
  id: text(),
  type: text('`fixture`.'),
  typeOrder: whole('1.'),
  publisherId: whole(),
  publisherOrgId: whole("Your partner's, else yours."),
  name: text(),
  logo: Type.Union([Type.String(), Type.Literal(false)], { description: 'Full address of an image.' }),
  note: text('For yourself; nobody else sees it.'),
  categories: texts('Paths such as `Sports/Football`.'),
  categoryIds: texts(),
  genre: text(),
  subGenre: text(),
  tags: texts(),
  draftCalendar: bit('1: nobody sees it yet.'),
  reference: text('Your own key.'),
  feed: text('Address of its public feed.'),
  latestVersion: whole('Rises with each change that subscribers see.'),
  ...stamps,
}

export const CalendarRecord = Type.Object(calendar)
export const CalendarInFull = Type.Object({
  ...calendar,
  campaignUrl: text('Address of its page.'),
  webCalUrl: text(),
  httpCalUrl: text(),
})

const QUICK_LINKS = Array.from({ length: 10 }, (_, index) => `quickLink[${index + 1}]`)

export const EventRecord = Type.Object({
  id: text(),
  type: text('`fixture` or `private`.'),
  name: text(),
  publisherId: whole(),
  publisherOrgId: whole(),
  twitterTag: text(),
  location: text(),
  startDate: text('`YYYY-MM-DD`, in `timezone`.'),
  startTime: text('`HH:MM`; empty when it lasts all day.'),
  endDate: text('The last day, inclusive.'),
  endTime: text(),
  allDay: yesNo(),
  timezone: text('An IANA name.'),
  alert: text('A reminder before the start, such as `15M`; empty: none.'),
  alert2: text(),
  details: text(),
  draft: bit('1: in no feed.'),
  cancelled: Type.Optional(bit('There only where the event is called off.')),
  ...texted(...QUICK_LINKS.flatMap((link) => [`${link}[name]`, `${link}[url]`, `${link}[original_url]`])),
  shortUrl: text('Empty for now.'),
  social: Type.Object({}),
  featured: whole(),
  tags: texts(),
  reference: text('Your own key.'),
  referenceType: text('A grouping key that subscribers do not see.'),
  ...texted('event_banner', 'focus-x', 'focus-y'),
  primary_link: whole(),
  secondary_link: whole(),
  sponsored_message: text(),
  startGmt: text('`20270410T140000Z`.'),
  endGmt: text(),
  ...stamps,
  startDateFull: text('`2027-04-10T15:00:00+01:00`.'),
  endDateFull: text(),
  due: text('Whole days until the start: `12 days`; empty when it has begun.'),
  calendarId: text(),
})

export const SubscriberEvent = Type.Object(
  {
    eventId: text(),
    ...texted('type', 'name', 'location', 'startDate', 'startTime', 'endDate', 'endTime'),
    allDay: text('`yes` or `no`.'),
    timezone: text(),
    alert: text(),
    alert2: Type.Optional(text()),
    details: text(),
    ...Object.fromEntries(
      QUICK_LINKS.flatMap((link) => [`${link}[name]`, `${link}[url]`]).map((name) => [
        name,
        Type.Optional(text()),
      ]),
    ),
    social: Type.Object({ facebook: Type.Unknown(), twitter: Type.Unknown() }),
    reference: text(),
    draft: bit('1: in no feed.'),
    cancelled: Type.Optional(bit('There only where the event is called off.')),
    sponsored_message: text(),
  },
  { description: 'The shorter record of the list of one subscriber.' },
)

export const SubscriberRecord = Type.Object({
  id: text('The `svc_id`.'),
  publisherId: whole(),
  publisherOrgId: whole(),
  subscriptionWidgetId: text('The widget last subscribed through.'),
  standardWidgetId: text('Your first button.'),
  ...texted('email', 'first_name', 'last_name', 'name', 'age_group'),
  applications: Type.Array(Type.Object(texted('name', 'ip', 'fingerprint', 'os', 'device'))),
  data: Type.Object({
    application: text(),
    calIds: texts('Calendars followed.'),
    calNames: texts(),
    eventIds: texts('The live events in them.'),
    tags: texts(),
    privateCalIds: texts('The private calendar, once there is something in it.'),
    privateEventIds: texts(),
    ...texted('mobileFull', 'ip', 'os', 'device'),
  }),
  location: Type.Object({
    ...texted(
      'city_name',
      'country_name',
      'country_code',
      'state_name',
      'state_code',
      'timezone',
      'zip_code',
    ),
    latitude: Type.Number(),
    longitude: Type.Number(),
  }),
  custom_fields: Type.Array(Type.Object(texted('name', 'value'))),
  ...texted('appName', 'category', 'country', 'device', 'fingerprint', 'gender', 'icsFilename', 'ip'),
  ...texted('mobile', 'os'),
  source: text('`API`, `Widget` or `Portal`.'),
  zip: text(),
  logged: text('Time of the last read of the feed; empty: none yet.'),
  ...stamps,
  ...Object.fromEntries(['optin', 'secondary_optin', 'optin3', 'optin4'].map((name) => [name, yesNo()])),
  ...Object.fromEntries(
    ['optin_id', 'secondary_optin_id', 'optin3_id', 'optin4_id'].map((name) => [name, whole()]),
  ),
  requiredAge: whole(),
  parentConsentAge: whole(),
  totalActivity: whole('Reads of the feed.'),
  ...texted('dob', 'parentConsentOn', 'parentEmail'),
  reference: text('Your own key of the person.'),
  lastActive: text(),
  selectedAppcalTypes: texts(),
  calendarUrl: CalendarUrls,
  IsActive: yesNo(),
})

export const NotificationRecord = Type.Object({
  id: text('To go on after.'),
  kind: text('`subscribe`, `schedules-added`, `schedules-removed` or `unsubscribe`.'),
  created: text('ISO 8601, UTC.'),
  payload: Type.Object({}, { description: 'The body as callbacks get it, not encrypted.' }),
})

export const AccountRecord = Type.Object({
  publisherId: whole(),
  ...texted('email', 'firstName', 'lastName', 'company', 'reference'),
})

const done = { status: Type.Literal('200'), statusLong: Type.Literal('OK') }
const one = (data: TSchema) => Type.Object({ data, ...done })
const many = (data: TSchema, more: Record<string, TSchema> = {}) =>
  Type.Object({ data: Type.Array(data), ...more, ...done })
const Links = Type.Object({ ...done, calendarUrl: CalendarUrls, manageUrl: Type.String() })
const page = { count: whole('Of all pages.'), totalPages: whole() }

const Added = Type.Object({
  status: Type.Literal('207'),
  statusLong: Type.Literal('Multi-Status'),
  total_processed: whole(),
  added: whole(),
  errors: Type.Optional(whole('There only when not 0.')),
  items: Type.Array(
    Type.Object({
      id: Type.Optional(text('Of the new event. Keep it.')),
      scheduleId: Type.Optional(text("The subscriber's private calendar.")),
      reference: text(),
      status: whole('201, or 400 where it was refused.'),
      error: Type.Optional(text('Why it was refused.')),
    }),
    { description: 'Failed ones first, each kind in the order of the request.' },
  ),
  elapsed: text(),
})

/** What is in the answers whose routes say no more than that there is a record. By operation. */
export const RECORDS: Record<string, TSchema> = {
  'GET /apiv2/calendar': many(CalendarRecord, { count: whole() }),
  'GET /apiv2/calendar/{id}': one(CalendarInFull),
  'GET /apiv2/event': Type.Union([many(EventRecord, page), Type.Array(SubscriberEvent)]),
  'GET /apiv2/event/{id}': one(EventRecord),
  'POST /apiv2/batch/events': Added,
  'GET /apiv2/batch/events': many(EventRecord),
  'POST /apiv2/batch/events/search': many(EventRecord),
  'GET /apiv2/subscriber/{key}': one(SubscriberRecord),
  'POST /apiv2/subscriber/{svc_id}/subscriptions/{action}': one(SubscriberRecord),
  'GET /apiv2/notifications': many(NotificationRecord),
  'GET /apiv2/account': many(AccountRecord),
  'POST /w/{id}/subscribe': Links,
  'POST /manage/{token}/rotate': Links,
  'POST /w/{id}/link': Type.Object(done),
  'POST /manage/{token}/calendars': Type.Object(done),
  'POST /manage/{token}/reminders': Type.Object(done),
  'POST /manage/{token}/unsubscribe': Type.Object(done),
}
