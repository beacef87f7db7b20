/** A person who follows a publisher. The e-mail is its key within the publisher. */
export interface Subscriber {
  /** The permanent `svc_id`. */
  id: string
  publisherId: number
  email: string
  active: boolean
  /** Epoch ms; when an inactive subscriber left. */
  endedAt: number | null
  /** The calendar its private events are in. */
  privateCalendarId: string
  /** Epoch ms at which each link generation ended, oldest first. */
  rotations: number[]
  /** Reminder offsets in place of the publisher's; null: the publisher's. */
  reminders: string[] | null
  /** Epoch ms: when the reminders were last chosen; 0: never. */
  remindersAt: number
  profile: Profile
  source: Source
  /** The widget it last subscribed through; empty: none. */
  widgetId: string
  created: number
  modified: number
}

export type Source = 'API' | 'Widget' | 'Portal'

/** What a subscriber told when subscribing. */
export interface Profile {
  secondaryEmail?: string
  firstName?: string
  lastName?: string
  mobile?: string
  country?: string
  zip?: string
  gender?: string
  ageGroup?: string
  dob?: string
  /** The publisher's own key for this person. */
  reference?: string
  customFields?: CustomField[]
  /** Consents by number, 1 to 4. */
  optins?: boolean[]
  /** The parent who agreed, when that was needed, and the date of it. */
  parentEmail?: string
  parentConsentOn?: string
  /** The ages asked for when it subscribed. */
  requiredAge?: number
  parentConsentAge?: number
  /** Calendar applications chosen, the latest last. */
  applications?: string[]
  /** Stands for the widget request that came last, so that the same one again is known. */
  lastRequest?: string
}

export interface CustomField {
  name: string
  value: string
}

/** The generation of the links that are good now. */
export function linkGeneration(subscriber: Pick<Subscriber, 'rotations'>): number {
  return subscriber.rotations.length
}

/** What tells two e-mail addresses of one publisher apart. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** The profile without what is only for us. */
export function toldBy({ profile }: Pick<Subscriber, 'profile'>): Omit<Profile, 'lastRequest'> {
  const { lastRequest: _, ...told } = profile
  return told
}
