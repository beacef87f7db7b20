/** English, as it is written where the person is. */
export const locale = navigator.languages.find((tag) => tag.startsWith('en')) ?? 'en-GB'

const numbers = new Intl.NumberFormat(locale)
const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** `1,204` */
export function count(value: number): string {
  return numbers.format(value)
}

/** `1 event`, `38 events` */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** `12 Apr 2027`, of an ISO time or a date. A date without a time is that day wherever one is. */
export function day(iso: string): string {
  return dates.format(iso.length === 10 ? new Date(`${iso}T12:00`) : new Date(iso))
}

/** `12 Apr 2027, 15:00`, in the viewer's own zone. */
export function moment(iso: string): string {
  return moments.format(new Date(iso))
}

const UNITS: [Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `3 hours ago`, `in 2 days`, of an ISO time. */
export function ago(iso: string, now = Date.now()): string {
  const ms = new Date(iso).getTime() - now
  const [unit, length] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['minute', 60_000]
  return relative.format(Math.round(ms / length), unit)
}
