import type { ConfirmPolicy, PublisherSettings } from '../publishers/publisher.ts'
import { namesWith, type NameWith } from '../subscribers/subscriber-fields.ts'
import type { Language } from '../words/index.ts'
import type { EventView } from './event-view.ts'

export type WidgetType = 'button' | 'event'

/**
 * An element that publishers embed in their pages: a button that opens the subscribe flow, or a list of
 * events with buttons.
 */
export interface Widget {
  id: string
  publisherId: number
  type: WidgetType
  name: string
  active: boolean
  settings: WidgetSettings
}

export interface WidgetSettings {
  /** Calendars that people can choose from; undefined for all public ones. */
  calendarIds?: string[]
  /** Fields of the form besides the e-mail; undefined for none. */
  fields?: RegistrationFields
  customFields?: CustomQuestion[]
  /** At most four; the form sends the answers as `CONSENT_FIELDS`, in this order. */
  consents?: Consent[]
  /** Years. Younger people can't subscribe, and the date of birth is required. */
  minimumAge?: number
  /** Years. Younger people need the e-mail and consent of a parent, and the date of birth is required. */
  parentConsentAge?: number
  /** Origins of pages that may embed the widget; undefined for any. */
  origins?: string[]
  /** Override the publisher's colours. */
  colors?: WidgetColors
  /** Overrides the publisher's. */
  confirm?: ConfirmPolicy
  /** How an event list shows its events at first; `list` by default. */
  view?: EventView
}

/** `#rgb` or `#rrggbb`. */
export interface WidgetColors {
  primary?: string
  secondary?: string
}

/** Optional fields of the form, by their names in the API. */
export const REGISTRATION_FIELDS = namesWith('asked')
export type RegistrationField = NameWith<'asked'>

/** Missing fields are not asked for. */
export type RegistrationFields = Partial<Record<RegistrationField, 'optional' | 'required'>>

/** Texts for people whose language is one of these. Everybody else reads the plain text beside them. */
export type Translations<Texts> = { [L in Language]?: Texts }

/** `text` takes any text, `choice` one of the options, `tick` yes or no. */
export const QUESTION_KINDS = ['text', 'choice', 'tick'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/**
 * A question that the publisher added: `name` is its key, `label` its text. Answers are stored as texts: the value of
 * the chosen option; `true` or `false` of a tick.
 */
export interface CustomQuestion {
  name: string
  label: string
  required: boolean
  /** `text` by default. */
  kind?: QuestionKind
  /** The options of a `choice`, and of no other kind; their values differ. */
  options?: QuestionOption[]
  translations?: Translations<{ label: string }>
}

export interface QuestionOption {
  /** The text that is stored. */
  value: string
  /** The text that people read. */
  label: string
  translations?: Translations<{ label: string }>
}

/** A text to agree to; `url` leads to its full version. */
export interface Consent {
  text: string
  url?: string
  required: boolean
  /** Without a `url` of its own, a translation leads to the plain one. */
  translations?: Translations<{ text: string; url?: string }>
}

/** The fields of the form for consents, in order. */
export const CONSENT_FIELDS = ['optin', 'secondary_optin', 'optin3', 'optin4'] as const

/** The URL of the widget as a page, without embedding. */
export function directLink(publicUrl: string, widget: Pick<Widget, 'id' | 'type'>): string {
  return `${publicUrl}/w/${widget.id}${widget.type === 'event' ? '/events' : ''}`
}

/** Returns whether people can choose a calendar in the widget, provided that it is public. */
export function offers(widget: Pick<Widget, 'settings'>, calendarId: string): boolean {
  return widget.settings.calendarIds?.includes(calendarId) ?? true
}

/** Returns when requests through a widget have to be confirmed by mail. */
export function confirmPolicyOf(
  { settings }: Pick<Widget, 'settings'>,
  publisher: { settings: PublisherSettings },
): ConfirmPolicy {
  return settings.confirm ?? publisher.settings.confirm ?? 'known'
}

/** Returns the first active button; with a calendar, the first one that offers it. */
export function standardButton(widgets: Widget[], calendarId?: string): Widget | undefined {
  return widgets.find(
    (widget) =>
      widget.type === 'button' && widget.active && (calendarId === undefined || offers(widget, calendarId)),
  )
}

/** Returns the first active list of events, else the first active button. */
export function standardList(widgets: Widget[]): Widget | undefined {
  return widgets.find(({ type, active }) => type === 'event' && active) ?? standardButton(widgets)
}
