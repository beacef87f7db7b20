import type { Origin } from '../statistics/origins.ts'
import type { ProfileName } from './subscriber-fields.ts'

/** A person who follows a publisher. The e-mail address is unique within the publisher. */
export interface Subscriber {
  /** The permanent `svc_id`. */
  id: string
  publisherId: number
  email: string
  active: boolean
  /** Time of unsubscribing in epoch ms; null while active. */
  endedAt: number | null
  /** The calendar of the private events. */
  privateCalendarId: string
  /** Reminder offsets chosen by the subscriber; null for those of the publisher. */
  reminders: string[] | null
  /** Time of the last choice of reminders in epoch ms, or 0. */
  remindersAt: number
  profile: Profile
  source: Source
  /** The widget of the last subscription, or empty. */
  widgetId: string
  /** When the address was last proved to be the person's, in epoch ms; null: never. */
  confirmedAt: number | null
  created: number
  modified: number
}

export type Source = 'API' | 'Widget' | 'Portal'

/** Data from the subscription form. */
export interface Profile extends Partial<Record<ProfileName, string>> {
  customFields?: CustomField[]
  /** Consents by number, 1 to 4. */
  optins?: boolean[]
  /** The language of the form that asked for the consents; undefined if it did not say. */
  consentLanguage?: string
  /** The widget's age limits at the time of subscribing. */
  requiredAge?: number
  parentConsentAge?: number
  /** Chosen calendar applications, most recent last. */
  applications?: string[]
  /** By what the person joined last; undefined: before this was stored. */
  joinedBy?: Origin
  /** Hash of the last widget request that counted, and the number of its link, to recognise a repetition. */
  lastRequest?: string
}

export interface CustomField {
  name: string
  value: string
}

/** Two subscribers of a publisher have the same address if this key is equal. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** Returns the profile without internal fields. */
export function visibleProfile({
  profile,
}: Pick<Subscriber, 'profile'>): Omit<Profile, 'lastRequest' | 'joinedBy'> {
  const { lastRequest: _, joinedBy: _joinedBy, ...visible } = profile
  return visible
}

/** By what a subscriber joined. */
export function originOf({ profile, widgetId }: Pick<Subscriber, 'profile' | 'widgetId'>): Origin {
  return profile.joinedBy ?? { widgetId }
}
