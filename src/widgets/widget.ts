export type WidgetType = 'button' | 'event'

/** What a publisher puts on its page: a button that opens the subscribe flow, or a list of events with buttons. */
export interface Widget {
  id: string
  publisherId: number
  type: WidgetType
  name: string
  active: boolean
  settings: WidgetSettings
}

export interface WidgetSettings {
  /** The calendars it offers; undefined: all public ones. */
  calendarIds?: string[]
  /** Undefined: it asks for the e-mail alone. */
  fields?: RegistrationFields
  customFields?: CustomQuestion[]
  /** At most four; the person answers them as `CONSENT_FIELDS`, in this order. */
  consents?: Consent[]
  /** Whole years; who is younger can't subscribe. The date of birth then is required. */
  minimumAge?: number
  /** Who is younger needs a parent's e-mail and consent. The date of birth then is required. */
  parentConsentAge?: number
  /** Origins of the pages that may embed it; undefined: any. */
  origins?: string[]
  /** Instead of the publisher's, where they are given. */
  colors?: WidgetColors
}

/** `#rgb` or `#rrggbb`. */
export interface WidgetColors {
  primary?: string
  secondary?: string
}

/** What a widget can ask for beside the e-mail, as forms call it. */
export const REGISTRATION_FIELDS = [
  'first_name',
  'last_name',
  'mobile',
  'country',
  'zip',
  'gender',
  'age_group',
  'dob',
] as const
export type RegistrationField = (typeof REGISTRATION_FIELDS)[number]

/** A field that is not there is not asked for. */
export type RegistrationFields = Partial<Record<RegistrationField, 'optional' | 'required'>>

/** Something else the publisher asks for; `name` tells it, `label` is what people read. */
export interface CustomQuestion {
  name: string
  label: string
  required: boolean
}

/** What a person is asked to agree to; `url` leads to the whole text. */
export interface Consent {
  text: string
  url?: string
  required: boolean
}

/** The fields in which consents are answered. */
export const CONSENT_FIELDS = ['optin', 'secondary_optin', 'optin3', 'optin4'] as const

/** The page a widget can be reached at without being embedded. */
export function directLink(publicUrl: string, widget: Pick<Widget, 'id' | 'type'>): string {
  return `${publicUrl}/w/${widget.id}${widget.type === 'event' ? '/events' : ''}`
}

/** Whether a widget offers a calendar, provided it is public. */
export function offers(widget: Pick<Widget, 'settings'>, calendarId: string): boolean {
  return widget.settings.calendarIds?.includes(calendarId) ?? true
}

/** The first button of these that is switched on; with a calendar, the first that offers it. */
export function standardButton(widgets: Widget[], calendarId?: string): Widget | undefined {
  return widgets.find(
    (widget) =>
      widget.type === 'button' && widget.active && (calendarId === undefined || offers(widget, calendarId)),
  )
}

/** The first list of events that is switched on, else the first button. */
export function standardList(widgets: Widget[]): Widget | undefined {
  return widgets.find(({ type, active }) => type === 'event' && active) ?? standardButton(widgets)
}
