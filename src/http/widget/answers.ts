import type { CalendarUrls } from '../../feeds/calendar-urls.ts'
import type { Consent, CustomQuestion, RegistrationFields, WidgetType } from '../../widgets/widget.ts'

/**
 * The JSON of the pages' surface, one type for each answer. Browser code imports these types, so that the two
 * can't drift apart. Instants are epoch milliseconds, dates YYYY-MM-DD, times HH:MM in the event's own zone.
 */

/** How pages show a publisher. Colours are `#rgb` or `#rrggbb`; false: none. */
export interface PublisherLook {
  name: string
  timezone: string
  /** The address of an image. */
  logo: string | false
  primaryColor: string | false
  secondaryColor: string | false
}

/** The next event of a calendar, or the one that is on. */
export interface NextEvent {
  name: string
  location: string
  startDate: string
  /** Null: all day. */
  startTime: string | null
  timezone: string
  startAt: number
}

/** A public calendar in a list. */
export interface ListedCalendar {
  id: string
  name: string
  reference: string
  logo: string | false
  /** Paths such as `Sports/Rugby`; none: not categorized. */
  categories: string[]
  nextEvent: NextEvent | false
}

/** What a widget asks for, and of whom. */
export interface WidgetLook {
  id: string
  type: WidgetType
  name: string
  /** The registration fields to show; a field that is not there is not asked for. */
  fields: RegistrationFields
  customFields: CustomQuestion[]
  /** At most four, answered as `optin`, `secondary_optin`, `optin3`, `optin4` in this order. */
  consents: Consent[]
  /** Whole years; who is younger can't subscribe. False: any age. */
  minimumAge: number | false
  /** Who is younger needs `parent_email` and `parent_consent`. False: nobody does. */
  parentConsentAge: number | false
}

/** `GET /w/:id/config` */
export interface WidgetConfig {
  status: '200'
  statusLong: 'OK'
  widget: WidgetLook
  publisher: PublisherLook
  calendars: ListedCalendar[]
}

/** An event in a public list. */
export interface UpcomingEvent {
  id: string
  calendarId: string
  calendarName: string
  name: string
  location: string
  details: string
  startDate: string
  /** Null: all day. */
  startTime: string | null
  /** Of an all-day event the last day. */
  endDate: string
  endTime: string | null
  timezone: string
  startAt: number
  endAt: number
  /** It is called off; only there where it is. */
  cancelled?: true
}

/** `GET /w/:id/upcoming`, `GET /calendar/:id/upcoming` */
export interface UpcomingEvents {
  status: '200'
  statusLong: 'OK'
  data: UpcomingEvent[]
  /** To be given as `after` for the next page; false: that was all. */
  next: string | false
}

/** What the page of one public calendar is made of. */
export interface CalendarPage {
  calendar: { id: string; name: string; logo: string | false; note: string; categories: string[] }
  publisher: PublisherLook
  /** The calendar's own feed in each form applications ask for. */
  feed: CalendarUrls
  /** The widget to subscribe to this calendar with; false: there is none. */
  widgetId: string | false
  upcoming: UpcomingEvent[]
  next: string | false
}

/** The page in place of a link whose event is gone. */
export interface GonePage {
  publisher: PublisherLook
  /** The widget whose events these are; false: there is none. */
  widgetId: string | false
  /** True when the events are of several calendars. */
  showCalendar: boolean
  upcoming: UpcomingEvent[]
}

/** `POST /w/:id/subscribe`, `POST /manage/:token/rotate` */
export interface SubscriberLinks {
  status: '200'
  statusLong: 'OK'
  calendarUrl: CalendarUrls
  manageUrl: string
}

/** `GET /manage/:token/data` */
export interface PortalData extends SubscriberLinks {
  email: string
  /** What the person told when subscribing. */
  profile: object
  /** Offsets such as `15M`; null: as the publisher sets them. */
  reminders: string[] | null
  publisher: PublisherLook
  calendars: (ListedCalendar & { subscribed: boolean })[]
  /** The widget to come back with after leaving; false: there is none. */
  widgetId: string | false
}

/** What the page behind a manage link shows. */
export type PortalState =
  | ({ state: 'active' } & PortalData)
  /** The link was replaced by a fresh one, or the person has left. */
  | { state: 'replaced' | 'ended'; publisher: PublisherLook; widgetId: string | false }
