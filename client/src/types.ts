// Written by scripts/client-types.ts from the schemas of the service. Do not change by hand.

import type { QuickLinkRecord, QuickLinks } from './records.ts'

/** A new calendar. */
export interface NewCalendar {
  /** Must be a text of 2 to 250 characters, not of blanks only, without control characters. */
  name: string
  /** Must be paths such as Sports/Football, Men. Comma-separated paths; `/` separates levels. Missing ones are created. */
  categories: string
  /** Must be a text of 1 to 255 characters, without control characters. */
  reference: string
  /** Must be a text of 1 to 100 characters, without control characters. */
  genre: string
  /** Must be a text of at most 5000 characters, without control characters. */
  note?: string
  /** Must be an http or https address. */
  logo?: string
  /** Must be 0 or 1. */
  draftCalendar?: 0 | 1 | '0' | '1'
  /** Must be fixture. */
  type: 'fixture'
  /** Must be a text of 1 to 100 characters, without control characters. */
  subGenre: string
}

/** What changes of a calendar. */
export interface CalendarChanges {
  /** Must be a text of 2 to 250 characters, not of blanks only, without control characters. */
  name?: string
  /** Must be paths such as Sports/Football, Men. Paths, separated by commas or as a list; `/` separates levels. Missing ones are created. A list of `Uncategorized` alone stands for none. */
  categories?: string | string[]
  /** Must be a text of 1 to 255 characters, without control characters. */
  reference?: string
  /** Must be a text of 1 to 100 characters, without control characters. */
  genre?: string
  /** Must be a text of at most 5000 characters, without control characters. */
  note?: string
  /** Must be an http or https address, or false. */
  logo?: string | false
  /** Must be 0 or 1. */
  draftCalendar?: 0 | 1 | '0' | '1'
  type?: string
  /** Must be a text of 1 to 100 characters, without control characters. */
  subGenre: string
}

/** What may be said of a public event. */
export interface EventFields {
  /** Must be fixture or private. */
  type?: string
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
  /** Must be yes, no, true or false. */
  allDay?: boolean | string
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
  reference?: string
  /** Must be a text of at most 255 characters, without control characters. */
  referenceType?: string
  /** Must be a text of at most 500 characters, without control characters. */
  sponsored_message?: string
  /** Must be a text of at most 255 characters, without control characters. */
  twitterTag?: string
  /** Must be an object. */
  social?: Record<string, unknown>
  /** Must be a whole number. */
  featured?: number | string
  /** Must be a list of at most 100 texts. */
  tags?: string[]
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
  /** Must be a calendar id. */
  calendarId?: string
}

/** What may be said of a private event. */
export interface PrivateEventFields {
  /** Must be fixture or private. */
  type?: string
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
  /** Must be yes, no, true or false. */
  allDay?: boolean | string
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
  /** Must be a text of at most 255 characters, without spaces. */
  reference?: string
  /** Must be a text of at most 255 characters, without spaces. */
  referenceType?: string
  /** Must be a text of at most 500 characters, without control characters. */
  sponsored_message?: string
  /** Must be a text of at most 255 characters, without control characters. */
  twitterTag?: string
  /** Must be an object. */
  social?: Record<string, unknown>
  /** Must be a whole number. */
  featured?: number | string
  /** Must be a list of at most 100 texts. */
  tags?: string[]
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

/** Which calendars are listed. */
export interface CalendarQuery {
  /** Includes drafts, unless it is `0`, `false` or empty. */
  showDraft?: boolean
}

/** Which public events are listed. */
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

/** Which private events are listed. */
export interface PrivateEventQuery {
  /** Whom it is about. */
  svc_id?: string
  /** A group of events. */
  referenceType?: string
  /** Must be a number from 1. From 1. */
  page?: number
  /** Must be a number from 1. At most 100, which is the default. */
  limit?: number
}

/** Which notifications are listed. */
export interface NotificationQuery {
  /** Must be the id of a notification. The last id you have. */
  after?: string
  /** Must be a number from 1 to 100. */
  limit?: number
}

/** The addresses of one subscriber's feed. */
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
  publisherId: number
  /** Your partner's, else yours. */
  publisherOrgId: number
  name: string
  /** Full address of an image. */
  logo: string | false
  /** For yourself; nobody else sees it. */
  note: string
  /** Paths such as `Sports/Football`. */
  categories: string[]
  categoryIds: string[]
  genre: string
  subGenre: string
  tags: string[]
  /** 1: nobody sees it yet. */
  draftCalendar: number
  /** Your own key. */
  reference: string
  /** Address of its public feed. */
  feed: string
  /** Rises with each change that subscribers see. */
  latestVersion: number
  /** ISO 8601, UTC. */
  created: string
  /** ISO 8601, UTC. */
  modified: string
}

/** One calendar, with the links a person would follow. */
export interface CalendarInFull extends CalendarRecord {
  /** Address of its page. */
  campaignUrl: string
  webCalUrl: string
  httpCalUrl: string
}

/** A public event, or a private one as batches tell it. */
export type EventRecord = QuickLinkRecord & {
  id: string
  /** `fixture` or `private`. */
  type: string
  name: string
  publisherId: number
  publisherOrgId: number
  twitterTag: string
  location: string
  /** `YYYY-MM-DD`, in `timezone`. */
  startDate: string
  /** `HH:MM`; empty when it lasts all day. */
  startTime: string
  /** The last day, inclusive. */
  endDate: string
  endTime: string
  allDay: boolean
  /** An IANA name. */
  timezone: string
  /** A reminder before the start, such as `15M`; empty: none. */
  alert: string
  alert2: string
  details: string
  /** 1: in no feed. */
  draft: number
  /** There only where the event is called off. */
  cancelled?: number
  /** Empty for now. */
  shortUrl: string
  social: Record<string, unknown>
  featured: number
  tags: string[]
  /** Your own key. */
  reference: string
  /** A grouping key that subscribers do not see. */
  referenceType: string
  event_banner: string
  'focus-x': string
  'focus-y': string
  primary_link: number
  secondary_link: number
  sponsored_message: string
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
  calendarId: string
}

/** An event in the list of one subscriber. */
export type SubscriberEvent = QuickLinks & {
  eventId: string
  type: string
  name: string
  location: string
  startDate: string
  startTime: string
  endDate: string
  endTime: string
  /** `yes` or `no`. */
  allDay: string
  timezone: string
  alert: string
  alert2?: string
  details: string
  social: {
    facebook: unknown
    twitter: unknown
  }
  reference: string
  /** 1: in no feed. */
  draft: number
  /** There only where the event is called off. */
  cancelled?: number
  sponsored_message: string
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
  first_name: string
  last_name: string
  name: string
  age_group: string
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
  country: string
  device: string
  fingerprint: string
  gender: string
  icsFilename: string
  ip: string
  mobile: string
  os: string
  /** `API`, `Widget` or `Portal`. */
  source: string
  zip: string
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
  dob: string
  parentConsentOn: string
  parentEmail: string
  /** Your own key of the person. */
  reference: string
  lastActive: string
  selectedAppcalTypes: string[]
  /** The address of a feed in the form each application takes. */
  calendarUrl: CalendarUrl
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
