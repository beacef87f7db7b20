import { language, words } from '../words/index.ts'

/** The language of the page in the user's own variant, such as `de-AT`. */
export const locale =
  navigator.languages.find((tag) => tag.split('-')[0] === language) ??
  (language === 'en' ? 'en-GB' : language)

const numbers = new Intl.NumberFormat(locale)
const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const weekdays = new Intl.DateTimeFormat(locale, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const exactMoments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const percents = new Intl.NumberFormat(locale, { style: 'percent' })
/** Puts names, or elements by their numbers, into a sentence. */
export const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
const shortLists = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** `1,204` */
export function count(value: number): string {
  return numbers.format(value)
}

/** `98%`, rounded down, so that 100% means all. */
export function percent(part: number, whole: number): string {
  return percents.format(Math.floor((100 * part) / whole) / 100)
}

const separators = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12345.6)
const separator = (type: 'group' | 'decimal') => separators.find((part) => part.type === type)?.value ?? ''

/** The signs within a number that is typed, as props of a field. */
export const NUMBER_SIGNS = { thousandSeparator: separator('group'), decimalSeparator: separator('decimal') }

/** `School, Club and Team` */
export function list(texts: string[]): string {
  return lists.format(texts)
}

/** `3 added, 2 changed`: results side by side. */
export function listShort(texts: string[]): string {
  return shortLists.format(texts)
}

/** `12 Apr 2027`, for an ISO time or a date. A date without a time is the same day in every zone. */
export function day(iso: string): string {
  return dates.format(iso.length === 10 ? new Date(`${iso}T12:00`) : new Date(iso))
}

/** `Tue, 2 Mar 2027`, for a day as YYYY-MM-DD. */
export function weekdayAndDay(day: string): string {
  return weekdays.format(Date.parse(day))
}

/** `12 Apr 2027, 15:00`, in the viewer's time zone. */
export function moment(iso: string): string {
  return moments.format(new Date(iso))
}

/** `12 Apr 2027, 15:00:04`, in the viewer's time zone: for logs with many entries a minute. */
export function exactMoment(iso: string): string {
  return exactMoments.format(new Date(iso))
}

/** `25 minutes`, `9 hours`, `3 days` */
export function lengthOfTime(minutes: number): string {
  if (minutes < 1) return words.kit.underAMinute
  const [unit, length] = minutes < 90 ? ['minute', 1] : minutes < 2880 ? ['hour', 60] : ['day', 1440]
  const units = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return units.format(Math.round(minutes / length))
}

const UNITS: [Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `3 hours ago`, `in 2 days`, for an ISO time. */
export function ago(iso: string, now = Date.now()): string {
  const ms = new Date(iso).getTime() - now
  const [unit, length] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['minute', 60_000]
  return relative.format(Math.round(ms / length), unit)
}
