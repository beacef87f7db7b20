import { AppError } from '../errors.ts'
import type { Brand } from '../mail/brand.ts'
import { CANCELLED_MARK } from './cancelled-mark.ts'

/** A publisher of calendars, such as a club or a bank. A sub-account is a publisher whose parent is a partner. */
export interface Publisher {
  id: number
  parentId: number | null
  partner: boolean
  email: string
  firstName: string
  lastName: string
  /** Also the name of the calendar that subscribers see. */
  company: string
  timezone: string
  settings: PublisherSettings
  /** The revision of the last change of a field that feeds show. */
  settingsRevision: number
}

export interface PublisherSettings {
  /** Days after its end at which an event leaves the feeds; undefined for never. */
  feedPastDays?: number
  /** Days before its start at which an event enters the feeds; undefined for no limit. */
  feedFutureDays?: number
  /** Image URL. */
  logo?: string
  /** Image URL for calendars without a logo. */
  calendarLogo?: string
  /** URLs of the publisher's own pages, to which all pages for subscribers link. */
  privacyNotice?: string
  imprint?: string
  /** `#rgb` or `#rrggbb`; pages keep text readable on it. Undefined: the colours of the service. */
  displayPrimaryColor?: string
  displaySecondaryColor?: string
  /** `mark` by default. */
  cancelledEvents?: CancelledEvents
  /** The text before the title of a cancelled event; `Cancelled` by default. */
  cancelledMark?: string
  /**
   * Time of the last change of these two settings (epoch ms), which changes how feeds show cancelled events.
   */
  cancelledEventsSince?: number
  /** `known` by default. */
  confirm?: ConfirmPolicy
}

/**
 * When a request through a widget has to be confirmed by mail. `known`: if the address is that of a subscriber,
 * or of one who left. `always`: also for a new address, which is no subscriber before.
 */
export type ConfirmPolicy = 'known' | 'always'

/**
 * How feeds show a cancelled event: `remove` leaves it out; `strike` sets STATUS:CANCELLED, which some
 * applications strike through and some hide; `mark` puts a text before the title, which all of them show.
 */
export type CancelledEvents = 'remove' | 'strike' | 'mark'

/** Returns the settings for cancelled events, with defaults. */
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

/** Returns the publisher as its mails show it. */
export function brandOf({ company, settings }: Publisher): Brand {
  const { logo, displayPrimaryColor } = settings
  return {
    name: company,
    logo: logo !== undefined && /^https:/i.test(logo) && logo,
    color: displayPrimaryColor || false,
  }
}

/** Returns the id of a sub-account's partner, else of the publisher itself. */
export function publisherOrgId(publisher: Publisher): number {
  return publisher.parentId ?? publisher.id
}

/** Throws unless the publisher is a partner. A sub-account can't be one. */
export function requirePartner(publisher: Publisher): void {
  if (!publisher.partner) throw new AppError('forbidden', 'Only a partner can have sub-accounts')
}
