import { AppError } from '../errors.ts'
import { CANCELLED_MARK } from './cancelled-mark.ts'

/** A tenant: a club, a bank, a school. A sub-account is a publisher whose parent is a partner. */
export interface Publisher {
  id: number
  parentId: number | null
  partner: boolean
  email: string
  firstName: string
  lastName: string
  /** Also the name of the calendar its subscribers see. */
  company: string
  timezone: string
  settings: PublisherSettings
  /** The revision of the last change to what feeds show of the publisher itself. */
  settingsRevision: number
}

export interface PublisherSettings {
  /** Events that ended more than this many days ago leave the feeds; undefined: they stay. */
  feedPastDays?: number
  /** Events that start more than this many days ahead are not in the feeds yet; undefined: no limit. */
  feedFutureDays?: number
  /** The address of an image; undefined: none. */
  logo?: string
  /** Shown for calendars that have no logo of their own. */
  calendarLogo?: string
  /** `#rgb` or `#rrggbb`; pages make text on them readable. Undefined: those of the service. */
  displayPrimaryColor?: string
  displaySecondaryColor?: string
  /** Undefined: `mark`. */
  cancelledEvents?: CancelledEvents
  /** What stands before the title of an event that is called off; undefined: `Cancelled`. */
  cancelledMark?: string
  /** When one of these two was last changed (epoch ms): since then feeds tell it another way. */
  cancelledEventsSince?: number
}

/**
 * How feeds tell that an event is called off: it is not there any more; it has STATUS:CANCELLED, which some
 * applications strike through and some hide; or its title says so, which all show.
 */
export type CancelledEvents = 'remove' | 'strike' | 'mark'

/** How a publisher wants events that are called off to be told of, with what goes without saying. */
export function cancelledEventsOf({
  cancelledEvents,
  cancelledMark,
  cancelledEventsSince,
}: PublisherSettings) {
  return {
    mode: cancelledEvents ?? 'mark',
    mark: cancelledMark ?? CANCELLED_MARK,
    since: cancelledEventsSince ?? 0,
  }
}

/** The organisation a publisher belongs to: the partner of a sub-account, else itself. */
export function publisherOrgId(publisher: Publisher): number {
  return publisher.parentId ?? publisher.id
}

/** Sub-accounts are for publishers that were made partners; a sub-account never is one. */
export function requirePartner(publisher: Publisher): void {
  if (!publisher.partner) throw new AppError('forbidden', 'Only a partner can have sub-accounts')
}
