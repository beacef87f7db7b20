/** What a publisher says of an event. */
export interface EventFields {
  reference: string | null
  referenceType: string | null
  name: string
  location: string
  details: string
  /** Local calendar dates, YYYY-MM-DD; for all-day events the last day is `endDate`. */
  startDate: string
  endDate: string
  /** Local times, HH:MM; null when the event lasts all day. */
  startTime: string | null
  endTime: string | null
  /** As the publisher spelled it. */
  timezone: string
  /** Epoch milliseconds; of an all-day event the first midnight and the one after its last day. */
  startAt: number
  endAt: number
  /** Reminder offsets such as `15M`; empty: none. */
  alert: string
  alert2: string
  draft: boolean
  sponsoredMessage: string
  extras: EventExtras
}

/** What only few events have. */
export interface EventExtras {
  quickLinks?: QuickLink[]
  /** Names of links whose addresses have not come yet; nobody is shown them. */
  linkNames?: LinkName[]
  twitterTag?: string
  social?: Record<string, unknown>
  featured?: number
  tags?: string[]
  eventBanner?: string
  focusX?: string
  focusY?: string
  primaryLink?: number
  secondaryLink?: number
  /** It does not take place. How feeds tell it is the publisher's to choose, see `CancelledEvents`. */
  cancelled?: true
  /** Set on what an import brought; nobody is shown it. */
  imported?: true
}

export interface QuickLink {
  /** 1 to 10. */
  position: number
  name: string
  url: string
}

export type LinkName = Pick<QuickLink, 'position' | 'name'>

export interface CalendarEvent extends EventFields {
  id: string
  publisherId: number
  calendarId: string
  private: boolean
  /** RFC 5545 SEQUENCE: rises with each change a subscriber can see. */
  sequence: number
  /** Epoch milliseconds. */
  created: number
  modified: number
}

/** The links that stand for the event where it names no others. */
export const [PRIMARY_LINK, SECONDARY_LINK] = [1, 2]

const INVISIBLE = new Set<keyof EventFields>(['reference', 'referenceType', 'sponsoredMessage'])

/** How two versions of an event differ: not at all, in what only the publisher sees, or for subscribers too. */
export function difference(before: EventFields, after: EventFields): 'none' | 'hidden' | 'visible' {
  const changed = (Object.keys(after) as (keyof EventFields)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  if (changed.length === 0) return 'none'
  return changed.every((key) => INVISIBLE.has(key)) ? 'hidden' : 'visible'
}
