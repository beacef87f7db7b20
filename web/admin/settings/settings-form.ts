import { isColor } from '../../../src/colors.ts'
import type { OwnPublisher } from '../../../src/http/admin/publisher-schemas.ts'
import { sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

export type CancelledMode = OwnPublisher['cancelledEvents']

export interface SettingsValues extends Record<string, unknown> {
  company: string
  timezone: string
  logo: string
  calendarLogo: string
  privacyNotice: string
  imprint: string
  displayPrimaryColor: string
  displaySecondaryColor: string
  /** Empty: no limit. */
  feedPastDays: number | string
  feedFutureDays: number | string
  cancelledEvents: CancelledMode
  cancelledMark: string
  confirm: OwnPublisher['confirm']
}

const MAX_DAYS = 36_500

export function valuesOf({ id: _, feedPastDays, feedFutureDays, ...rest }: OwnPublisher): SettingsValues {
  return { ...rest, feedPastDays: feedPastDays ?? '', feedFutureDays: feedFutureDays ?? '' }
}

/** The body of the request. */
export function inputOf({ feedPastDays, feedFutureDays, ...rest }: SettingsValues) {
  const days = (value: number | string) => (value === '' ? null : Number(value))
  return { ...rest, feedPastDays: days(feedPastDays), feedFutureDays: days(feedFutureDays) }
}

/** The service's rules, with messages for the form. */
export const RULES = {
  company: (company: string) =>
    company.trim() === ''
      ? words.settings.nameFault
      : [...company].length > 250
        ? sayCount(words.settings.tooLong, 250)
        : null,
  timezone: (zone: string | null) => (zone ? null : words.settings.chooseOne),
  logo: imageFault,
  calendarLogo: imageFault,
  privacyNotice: pageFault,
  imprint: pageFault,
  displayPrimaryColor: colorFault,
  displaySecondaryColor: colorFault,
  feedPastDays: daysFault,
  feedFutureDays: daysFault,
  cancelledMark: (mark: string) => ([...mark].length > 40 ? sayCount(words.settings.tooLong, 40) : null),
}

function imageFault(address: string): string | null {
  return isAddress(address) ? null : words.settings.imageFault
}

function pageFault(address: string): string | null {
  return isAddress(address) ? null : words.settings.pageFault
}

function isAddress(address: string): boolean {
  return address === '' || (/^https?:\/\/[^\s/]+\S*$/.test(address) && address.length <= 2000)
}

function colorFault(color: string): string | null {
  return color === '' || isColor(color) ? null : words.settings.colorFault
}

function daysFault(days: number | string): string | null {
  const value = Number(days)
  return days === '' || (Number.isInteger(value) && value >= 0 && value <= MAX_DAYS)
    ? null
    : words.settings.daysFault
}
