// Written by scripts/client-types.ts from the schemas of the service. Do not change by hand.

import type { QuickLinkRecord, QuickLinks } from './records.ts'

/** A new calendar. */
export interface NewCalendar {
  /** Must be a text of 2 to 250 characters, not of blanks only, without control characters. */
  name: string
  /** Must be a text of 1 to 255 characters, without control characters. */
  reference: string
  /** Must be a text of 1 to 100 characters, without control characters. */
  genre: string
  /** Must be a text of 1 to 100 characters, without control characters. */
  subGenre: string
  /** Must be a text of at most 5000 characters, without control characters. */
  note?: string
  /** Must be an http or https address. */
  logo?: string
  /** Must be 0 or 1. */
  draftCalendar?: 0 | 1 | '0' | '1'
  /** Must be paths such as Sports/Football, Men. Comma-separated paths; `/` separates levels. Missing ones are created. */
  categories: string
  /** Must be fixture. */
  type: 'fixture'
}

/** The fields of a calendar to change. */
export interface CalendarChanges {
  /** Must be a text of 2 to 250 characters, not of blanks only, without control characters. */
  name?: string
  /** Must be a text of 1 to 255 characters, without control characters. */
  reference?: string
  /** Must be a text of 1 to 100 characters, without control characters. */
  genre?: string
  /** Must be a text of 1 to 100 characters, without control characters. */
  subGenre: string
  /** Must be a text of at most 5000 characters, without control characters. */
  note?: string
  /** Must be an http or https address, or false. */
  logo?: string | false
  /** Must be 0 or 1. */
  draftCalendar?: 0 | 1 | '0' | '1'
  /** Must be paths such as Sports/Football, Men. Paths, separated by commas or as a list; `/` separates levels. Missing ones are created. A list of `Uncategorized` alone stands for none. */
  categories?: string | string[]
  type?: string
}

/** The fields of a public event. */
export interface EventFields {
  /** Must be a text of 1 to 500 characters, not of blanks only, without control characters. */
  name?: string
  /** Must be a text of at most 255 characters, without control characters. */
  location?: string
  /** Must be a date that exists, as YYYY-MM-DD. */
  startDate?: string
  /** Must be a time as HH:MM. */
  startTime?: string
  /** Must be a date that exists, as YYYY-MM-DD. */
  endDate?: string
  /** Must be a time as HH:MM. */
  endTime?: string
  /** Must be an IANA time zone name, such as Europe/London. */
  timezone?: string
  /** Must be empty, or up to four digits and M, H or D, such as 15M. */
  alert?: string
  /** Must be empty, or up to four digits and M, H or D, such as 15M. */
  alert2?: string
  /** Must be a text of at most 8000 characters, without control characters. */
  details?: string
  /** Must be 0 or 1. */
  draft?: 0 | 1 | '0' | '1'
  /** Must be 0 or 1. */
  cancelled?: 0 | 1 | '0' | '1'
  /** Must be a text of at most 255 characters, without control characters. */
  twitterTag?: string
  /** Must be an object. */
  social?: Record<string, unknown>
  /** Must be a whole number. */
  featured?: number | string
  /** Must be a list of at most 100 texts. */
  tags?: string[]
  /** Must be a text of at most 255 characters, without control characters. */
  reference?: string
  /** Must be a text of at most 255 characters, without control characters. */
  referenceType?: string
  /** Must be an http or https address. */
  event_banner?: string
  /** Must be a text of at most 20 characters, without control characters. */
  'focus-x'?: string
  /** Must be a text of at most 20 characters, without control characters. */
  'focus-y'?: string
  /** Must be a whole number. */
  primary_link?: number | string
  /** Must be a whole number. */
  secondary_link?: number | string
  /** Must be a text of at most 500 characters, without control characters. */
  sponsored_message?: string
  /** Must be fixture or private. */
  type?: string
  /** Must be yes, no, true or false. */
  allDay?: boolean | string
  /** Must be a calendar id. */
  calendarId?: string
  /** Must be a list of calendar ids. */
  calendarIds?: string[]
  /** Must be a list of calendar ids. */
  addCalendarIds?: string[]
  /** Must be a list of calendar ids. */
  removeCalendarIds?: string[]
  /** Must be yes, no, true or false. */
  join?: boolean | string
  recurrence?: {
    /** Must be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU. RFC 5545, 3.3.10, without SECONDLY, MINUTELY and HOURLY; such as `FREQ=WEEKLY;BYDAY=TU`. */
    rule?: string
    /** Must be a list of at most 1000 dates. Dates of the rule that are left out. */
    exclude?: string[]
    /** Must be a list of at most 1000 dates. Additional dates. */
    include?: string[]
    /** Must be a list of at most 20 ids or references of calendars. Ids or references of calendars: a date on a day with an all-day event in one of them is left out. */
    skipCalendars?: string[]
  } | null
}

/** The fields of a private event. */
export interface PrivateEventFields {
  /** Must be a text of 1 to 500 characters, not of blanks only, without control characters. */
  name?: string
  /** Must be a text of at most 255 characters, without control characters. */
  location?: string
  /** Must be a date that exists, as YYYY-MM-DD. */
  startDate?: string
  /** Must be a time as HH:MM. */
  startTime?: string
  /** Must be a date that exists, as YYYY-MM-DD. */
  endDate?: string
  /** Must be a time as HH:MM. */
  endTime?: string
  /** Must be an IANA time zone name, such as Europe/London. */
  timezone?: string
  /** Must be empty, or up to four digits and M, H or D, such as 15M. */
  alert?: string
  /** Must be empty, or up to four digits and M, H or D, such as 15M. */
  alert2?: string
  /** Must be a text of at most 8000 characters, without control characters. */
  details?: string
  /** Must be 0 or 1. */
  draft?: 0 | 1 | '0' | '1'
  /** Must be 0 or 1. */
  cancelled?: 0 | 1 | '0' | '1'
  /** Must be a text of at most 255 characters, without control characters. */
  twitterTag?: string
  /** Must be an object. */
  social?: Record<string, unknown>
  /** Must be a whole number. */
  featured?: number | string
  /** Must be a list of at most 100 texts. */
  tags?: string[]
  /** Must be a text of at most 255 characters, without spaces. */
  reference?: string
  /** Must be a text of at most 255 characters, without spaces. */
  referenceType?: string
  /** Must be an http or https address. */
  event_banner?: string
  /** Must be a text of at most 20 characters, without control characters. */
  'focus-x'?: string
  /** Must be a text of at most 20 characters, without control characters. */
  'focus-y'?: string
  /** Must be a whole number. */
  primary_link?: number | string
  /** Must be a whole number. */
  secondary_link?: number | string
  /** Must be a text of at most 500 characters, without control characters. */
  sponsored_message?: string
  /** Must be fixture or private. */
  type?: string
  /** Must be yes, no, true or false. */
  allDay?: boolean | string
}

/** A new sub-account. */
export interface NewAccount {
  /** Must be an e-mail address. */
  email: string
  /** Must be a text of 1 to 100 characters, not of blanks only, without control characters. */
  firstName: string
  /** Must be a text of 1 to 100 characters, not of blanks only, without control characters. */
  lastName: string
  /** Must be an IANA time zone name, such as Europe/London. */
  timezone: string
  /** Must be a text of 1 to 250 characters, not of blanks only, without control characters. */
  company: string
  /** Must be a telephone number in international form, such as +44 20 7946 0000. */
  phone?: string
  /** Must be one of: Arts & Culture; Banking & Finance; Community Sports; Conferences & Exhibitions; Corporate; Education; Festivals; Gaming & Betting; Government; Health & Fitness; Media & Entertainment; Member Clubs; Professional Sports; Religion; Retail; Stadiums, Arenas & Venues; Telecommunications; Ticketing; Tourism; Travel; Other. */
  industry?:
    | 'Arts & Culture'
    | 'Banking & Finance'
    | 'Community Sports'
    | 'Conferences & Exhibitions'
    | 'Corporate'
    | 'Education'
    | 'Festivals'
    | 'Gaming & Betting'
    | 'Government'
    | 'Health & Fitness'
    | 'Media & Entertainment'
    | 'Member Clubs'
    | 'Professional Sports'
    | 'Religion'
    | 'Retail'
    | 'Stadiums, Arenas & Venues'
    | 'Telecommunications'
    | 'Ticketing'
    | 'Tourism'
    | 'Travel'
    | 'Other'
  /** Must be one of: Increase awareness of events; Increase attendance at events; Increase ticket sales; Increase membership; Increase participation; Better satisfy customers; Better communicate and engage; Increase tune-in to live events; Deliver new commerce; Support broadcast partners; Improve sales conversion; Support major corporate partners; Increase on-time payments; Increase customer retention (reduce churn); Reduce costs / expenses; Collect customer data & insights. */
  objective?:
    | 'Increase awareness of events'
    | 'Increase attendance at events'
    | 'Increase ticket sales'
    | 'Increase membership'
    | 'Increase participation'
    | 'Better satisfy customers'
    | 'Better communicate and engage'
    | 'Increase tune-in to live events'
    | 'Deliver new commerce'
    | 'Support broadcast partners'
    | 'Improve sales conversion'
    | 'Support major corporate partners'
    | 'Increase on-time payments'
    | 'Increase customer retention (reduce churn)'
    | 'Reduce costs / expenses'
    | 'Collect customer data & insights'
  /** Must be an object. Its fields may also stand beside the others, as `custom:reference` and so on. */
  custom: {
    /** Must be a text of 1 to 255 characters, without control characters. */
    reference: string
    /** Must be a text of at most 100 characters, without control characters. */
    companyType?: string
    /** Must be an http or https address. */
    companyLogo?: string
    /** Must be an http or https address. */
    scheduleLogo?: string
    /** Must be a colour as #rgb or #rrggbb, or empty. */
    displayPrimaryColor?: string
    /** Must be a colour as #rgb or #rrggbb, or empty. */
    displaySecondaryColor?: string
  }
}

/** Filters for the list of calendars. */
export interface CalendarQuery {
  /** Includes drafts, unless it is `0`, `false` or empty. */
  showDraft?: boolean
}

/** Filters for the list of public events. */
export interface EventQuery {
  /** Comma-separated. */
  calendarIds?: string
  /** As `calendarIds`. */
  calendarId?: string
  /** Must be a date as YYYY-MM-DD. */
  startDate?: string
  /** Must be a date as YYYY-MM-DD. */
  endDate?: string
  /** `true` or `1`: events that are over too. */
  showPastEvents?: boolean
  /** Events of draft calendars too, unless it is `0`, `false` or empty. */
  showDraft?: boolean
  /** The time zone dates and times are shown in. */
  tz?: string
  /** Must be a number from 1. From 1. */
  page?: number
  /** Must be a number from 1 to 100. */
  limit?: number
}

/** Filters for the list of private events. */
export interface PrivateEventQuery {
  /** The subscriber of the events. */
  svc_id?: string
  /** A group of events. */
  referenceType?: string
  /** Must be a number from 1. From 1. */
  page?: number
  /** Must be a number from 1. At most 100, which is the default. */
  limit?: number
}

/** The place to go on from in the list of changes. */
export interface ChangeQuery {
  /** Must be the revision of a change. The last revision you have. */
  after?: number
  /** Must be a number from 1 to 1000. */
  limit?: number
}

/** Filters for the list of notifications. */
export interface NotificationQuery {
  /** Must be the id of a notification. The last id you have. */
  after?: string
  /** Must be a number from 1 to 100. */
  limit?: number
}

/** The password of a device, and how to use it. */
export interface NewDevice {
  /** The number of its link. */
  number: number
  /** The host, with the port if it is not that of https. */
  server: string
  /** The address of the account. */
  url: string
  /** The e-mail. */
  userName: string
  /** Groups of four letters and digits. It is not shown again. */
  password: string
  /** A link that opens DAVx⁵ with all of it. */
  davx5: string
}

/** The URLs of one subscriber's feed. */
export interface CalendarUrl {
  webCalUrl: string
  appleCalUrl: string
  webCalUrlNoIcs: string
  httpCalUrl: string
  httpsCalUrl: string
  googleUrl: string
  outlookcomUrl: string
}

/** A calendar in a list. */
export interface CalendarRecord {
  id: string
  /** `fixture`. */
  type: string
  /** 1. */
  typeOrder: number
  /** Yours. */
  publisherId: number
  /** Your partner's, else yours. */
  publisherOrgId: number
  /** Subscribers see it. */
  name: string
  /** Your own key, unique over your calendars. */
  reference: string
  /** Such as Sports. */
  genre: string
  /** Such as Rugby. */
  subGenre: string
  /** Shown on its public page. */
  note: string
  /** Full address of an image. */
  logo: string | false
  /** A draft is in no widget, feed or list. A new calendar is a draft unless told. */
  draftCalendar: number
  /** Paths such as `Sports/Football`. */
  categories: string[]
  /** In the same order. */
  categoryIds: string[]
  /** Empty for now. */
  tags: string[]
  /** Address of its public feed. The feed of a draft says that the calendar has ended. */
  feed: string
  /** Rises with every change of the calendar or its events, by one or more. */
  latestVersion: number
  /** ISO 8601, UTC. */
  created: string
  /** ISO 8601, UTC. For the calendar itself, not for its events. */
  modified: string
}

/** One calendar, with the links for people. */
export interface CalendarInFull extends CalendarRecord {
  /** Address of its page. */
  campaignUrl: string
  webCalUrl: string
  httpCalUrl: string
}

/** A public event, or a private one as in batches. */
export type EventRecord = QuickLinkRecord & {
  id: string
  /** `fixture` or `private`. */
  type: string
  /** Required */
  name: string
  publisherId: number
  publisherOrgId: number
  /** Required for a public event */
  location: string
  /** Required */
  startDate: string
  /** Required unless `allDay` */
  startTime: string
  /** Required, and not before the start. The last day is inclusive */
  endDate: string
  /** Required unless `allDay` */
  endTime: string
  /** Without one it is the publisher’s. It is kept and shown as you spell it */
  timezone: string
  /** A reminder before the start */
  alert: string
  /** Another one */
  alert2: string
  /** Line breaks are kept */
  details: string
  /** Without it an event is a draft (1), and in no feed. It may change both ways later */
  draft: number
  /** 1 cancels the event, 0 has it take place after all. [A setting](feeds.md#cancelled-events) decides how feeds show it. It is in the record only where it is 1 */
  cancelled?: number
  twitterTag: string
  /** At most 2000 characters as JSON */
  social: Record<string, unknown>
  featured: number
  /** Each has 1 to 100 characters */
  tags: string[]
  /** Your own key, unique over all your events, public and private. In private events without spaces */
  reference: string
  /** Your own key for a group of events. In private events without spaces */
  referenceType: string
  event_banner: string
  'focus-x': string
  'focus-y': string
  /** The number of the quick link that becomes the `URL` of the event in feeds. Without one it is 1, else the first link there is */
  primary_link: number
  /** Without one it is 2 */
  secondary_link: number
  /** No feed shows it */
  sponsored_message: string
  allDay: boolean
  /** Empty for now. */
  shortUrl: string
  /** `20270410T140000Z`. */
  startGmt: string
  endGmt: string
  /** ISO 8601, UTC. */
  created: string
  /** ISO 8601, UTC. */
  modified: string
  /** `2027-04-10T15:00:00+01:00`. */
  startDateFull: string
  endDateFull: string
  /** Whole days until the start: `12 days`; empty when it has begun. */
  due: string
  /** The home of a public event. */
  calendarId: string
  /** All its calendars, the home first, if there are several. */
  calendarIds?: string[]
  /** The series that it is a date of; only then. */
  seriesId?: string
  /** `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` when it lasts all day: the local start that the rule of its series gave; only of a date of a series. */
  occurrence?: string
}

/** A series of events: the fields that its dates have, and its recurrence. */
export interface SeriesRecord extends EventRecord {
  recurrence: {
    /** RFC 5545, 3.3.10. */
    rule: string
    /** Dates that are left out. */
    exclude: string[]
    /** Additional dates. */
    include: string[]
    /** Ids of calendars on whose all-day events it has no dates. */
    skipCalendars: string[]
  }
  /** The number of its events. */
  dates: number
}

/** An event in the list of one subscriber. */
export type SubscriberEvent = QuickLinks & {
  eventId: string
  type: string
  /** Required */
  name: string
  /** Required for a public event */
  location: string
  /** Required */
  startDate: string
  /** Required unless `allDay` */
  startTime: string
  /** Required, and not before the start. The last day is inclusive */
  endDate: string
  /** Required unless `allDay` */
  endTime: string
  /** Without one it is the publisher’s. It is kept and shown as you spell it */
  timezone: string
  /** A reminder before the start */
  alert: string
  /** Another one */
  alert2?: string
  /** Line breaks are kept */
  details: string
  /** Without it an event is a draft (1), and in no feed. It may change both ways later */
  draft: number
  /** 1 cancels the event, 0 has it take place after all. [A setting](feeds.md#cancelled-events) decides how feeds show it. It is in the record only where it is 1 */
  cancelled?: number
  /** Your own key, unique over all your events, public and private. In private events without spaces */
  reference: string
  /** No feed shows it */
  sponsored_message: string
  /** `yes` or `no`. */
  allDay: string
  social: {
    facebook: unknown
    twitter: unknown
  }
  /** Only of a date of a series. */
  seriesId?: string
  /** Only of a date of a series. */
  occurrence?: string
}

/** A change of an event that subscribers can see. */
export interface ChangeRecord {
  /** To go on after. Changes of one request may share it. */
  revision: number
  eventId: string
  /** The calendar before the change. */
  calendarId: string
  /** The subscriber; only of a private event. */
  svcId?: string
  kinds: ('removed' | 'moved' | 'place' | 'calledOff' | 'onAgain' | 'title' | 'text')[]
  /** Null for a private event, and after the removal. */
  before: {
    name: string
    location: string
    /** `YYYY-MM-DD`, in `timezone`. */
    startDate: string
    /** `HH:MM`; empty when it lasts all day. */
    startTime: string
    /** `YYYY-MM-DD`, in `timezone`. */
    endDate: string
    /** `HH:MM`; empty when it lasts all day. */
    endTime: string
    timezone: string
    cancelled: number
  } | null
  /** Null for a private event, and after the removal. */
  after: {
    name: string
    location: string
    /** `YYYY-MM-DD`, in `timezone`. */
    startDate: string
    /** `HH:MM`; empty when it lasts all day. */
    startTime: string
    /** `YYYY-MM-DD`, in `timezone`. */
    endDate: string
    /** `HH:MM`; empty when it lasts all day. */
    endTime: string
    timezone: string
    cancelled: number
  } | null
  /** ISO 8601, UTC. */
  startBefore: string
  /** Null: removed. */
  startAfter: string | null
  /** True: the event was over already. */
  ended: boolean
  /** ISO 8601, UTC. */
  at: string
}

/** A subscriber. */
export interface SubscriberRecord {
  /** The `svc_id`. */
  id: string
  publisherId: number
  publisherOrgId: number
  /** The widget last subscribed through. */
  subscriptionWidgetId: string
  /** Your first button. */
  standardWidgetId: string
  email: string
  name: string
  first_name: string
  last_name: string
  mobile: string
  country: string
  zip: string
  gender: string
  age_group: string
  dob: string
  parentEmail: string
  parentConsentOn: string
  /** Your own key of the person. */
  reference: string
  applications: {
    name: string
    ip: string
    fingerprint: string
    os: string
    device: string
  }[]
  data: {
    application: string
    /** Calendars followed. */
    calIds: string[]
    calNames: string[]
    /** The live events in them. */
    eventIds: string[]
    tags: string[]
    /** The private calendar, once there is something in it. */
    privateCalIds: string[]
    privateEventIds: string[]
    mobileFull: string
    ip: string
    os: string
    device: string
  }
  location: {
    city_name: string
    country_name: string
    country_code: string
    state_name: string
    state_code: string
    timezone: string
    zip_code: string
    latitude: number
    longitude: number
  }
  custom_fields: {
    name: string
    value: string
  }[]
  appName: string
  category: string
  device: string
  fingerprint: string
  icsFilename: string
  ip: string
  os: string
  /** `API`, `Widget` or `Portal`. */
  source: string
  /** Time of the last read of the feed; empty: none yet. */
  logged: string
  /** ISO 8601, UTC. */
  created: string
  /** ISO 8601, UTC. */
  modified: string
  optin: boolean
  secondary_optin: boolean
  optin3: boolean
  optin4: boolean
  optin_id: number
  secondary_optin_id: number
  optin3_id: number
  optin4_id: number
  requiredAge: number
  parentConsentAge: number
  /** Reads of the feed. */
  totalActivity: number
  lastActive: string
  selectedAppcalTypes: string[]
  /** The address of a feed in the form each application takes. */
  calendarUrl: CalendarUrl
  /** The live links, one for each subscribing. `calendarUrl` is the first of kind `feed`. */
  links: {
    /** From 0; never given twice. */
    number: number
    kind: 'feed' | 'account'
    name: string
    application: string
    created: string
    /** Since when it is the subscriber’s own. */
    confirmed: string
    /** Time of the last read, to the hour; empty: none yet. */
    lastUsed: string
  }[]
  IsActive: boolean
}

/** A sub-account of a partner. */
export interface Account {
  publisherId: number
  email: string
  firstName: string
  lastName: string
  company: string
  reference: string
}

/** The body of a webhook about a subscriber, decrypted. Each kind has some of these fields. */
export interface SubscriberBody {
  svcId: string
  email: string
  /** Unix seconds, as a text. */
  timestamp: string
  secondary_email?: string
  first_name?: string
  last_name?: string
  age_group?: string
  country?: string
  gender?: string
  mobile?: string
  zip?: string
  /** Your own key of the subscriber. */
  reference?: string
  /** Ids by position; the two lists below have the same order. */
  calendarIds?: Record<string, string>
  calendarNames?: string[]
  calendarReferences?: string[]
  custom_fields?: {
    name: string
    value: string
  }[]
  /** The address of the page from which the person came. */
  referringPage?: string
  /** As the page passed it to the widget. */
  state?: Record<string, unknown>
  action?: 'unsubscribe'
  kind?: 'email.changed' | 'push.removed'
  previousEmail?: string
  provider?: 'google' | 'microsoft'
}

/** The body of a webhook of the kind `change.reached`, decrypted. */
export interface ChangeReachedBody {
  kind: 'change.reached'
  calendarId: string
  /** The `revision` in the list of changes. */
  revision: number
  /** The highest of these that was reached. */
  percent: 50 | 90 | 99
  /** Subscribers with an application that still reads their feed. */
  active: number
  /** Those of them whose active applications all have the change. */
  reached: number
  /** The events that changed, at most 100, in the order of their ids. */
  eventIds: string[]
  /** The number of all events that changed. */
  eventCount: number
  /** Unix seconds, as a text. */
  timestamp: string
}

/** The body of a webhook of the kind `alert.sent`, decrypted. */
export interface AlertSentBody {
  kind: 'alert.sent'
  alertId: string
  /** Subscribers whose calendars had not fetched the changes. */
  people: number
  /** Those of them who were told. */
  told: number
  /** Those whose address the mail server refused. */
  refused: number
  /** The events that changed, at most 100. */
  eventIds: string[]
  /** The number of all events that changed. */
  eventCount: number
  /** Unix seconds, as a text. */
  timestamp: string
}

/** A notification. Its kind tells the body. */
export type Notification =
  | {
      /** To go on after. */
      id: string
      kind:
        | 'subscribe'
        | 'schedules-added'
        | 'schedules-removed'
        | 'unsubscribe'
        | 'email.changed'
        | 'push.removed'
      /** ISO 8601, UTC. */
      created: string
      /** The body as callbacks get it, not encrypted. Each kind has some of these fields. */
      payload: SubscriberBody
    }
  | {
      /** To go on after. */
      id: string
      kind: 'change.reached'
      /** ISO 8601, UTC. */
      created: string
      payload: ChangeReachedBody
    }
  | {
      /** To go on after. */
      id: string
      kind: 'alert.sent'
      /** ISO 8601, UTC. */
      created: string
      payload: AlertSentBody
    }
