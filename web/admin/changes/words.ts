import type { ChangeReach } from '../../../src/http/admin/changes-schemas.ts'
import { count, counted, lengthOfTime, locale, percent } from '../kit/format.ts'
import type { Reach } from '../kit/reach.tsx'

type ApplicationReach = Reach['applications'][number]

/** The share that an estimate is made for. */
const SHARE = 0.9
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

const HOUR_MS = 60 * MINUTE_MS
const QUARTER_MS = 15 * MINUTE_MS
/** Estimates further ahead than this are rounded to hours, nearer ones to quarters of an hour. */
const NEAR_MS = 3 * HOUR_MS

const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long' })
const dates = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })

/** `19:00 today`, `14:00 tomorrow`, `Sunday 14:00`, or with the date if that is a week ahead or more. */
function soon(at: number, now = Date.now()): string {
  const step = at - now < NEAR_MS ? QUARTER_MS : HOUR_MS
  const then = new Date(Math.ceil(at / step) * step)
  const isOn = (day: Date) => day.toDateString() === then.toDateString()
  const tomorrow = new Date(now)
  tomorrow.setDate(tomorrow.getDate() + 1)
  const time = times.format(then)
  if (isOn(new Date(now))) return `${time} today`
  if (isOn(tomorrow)) return `${time} tomorrow`
  return `${(at - now < WEEK_MS - DAY_MS ? weekdays : dates).format(then)} ${time}`
}

/** When half had it, if so. */
export function aboutHalf({ halfAfter, reach }: ChangeReach): string {
  if (halfAfter !== null) return `Half had fetched it after ${lengthOfTime(halfAfter)}.`
  return reach && reach.active > 0 ? 'Less than half have fetched it so far.' : ''
}

/** When 90% will probably have it, worded as an estimate. */
export function aboutEstimate({ estimate, reach, changes }: ChangeReach): string {
  if (!reach || reach.active === 0) return ''
  if (estimate !== null) {
    const at = Date.parse(changes[0]!.at) + estimate * MINUTE_MS
    return `90% will probably have fetched it by ${soon(at)}. This is an estimate, going by the last four weeks.`
  }
  const { applications } = reach
  const sum = (name: 'active' | 'reached') => applications.reduce((total, own) => total + own[name], 0)
  if (sum('reached') >= SHARE * sum('active')) return ''
  return 'There is no estimate of when 90% will have it: too little is known about these applications yet.'
}

export function aboutSilent({ silent }: Reach): string {
  if (silent === 0) return ''
  const who =
    silent === 1 ? 'Another subscriber is silent' : `Another ${count(silent)} subscribers are silent`
  return `${who}: no application has read the calendar for them lately, within 7 days on a device, or within 72 hours at Google, Microsoft 365 or a website. They are not counted above.`
}

/** Applications by the share that has fetched the change, the greatest first. */
export function byShare(applications: ApplicationReach[]): ApplicationReach[] {
  return applications.toSorted(
    (a, b) =>
      b.reached / b.active - a.reached / a.active || b.active - a.active || (a.name < b.name ? -1 : 1),
  )
}

export function aboutApplications(sorted: ApplicationReach[]): string {
  const [first] = sorted
  const last = sorted.at(-1)
  if (!first || !last) return ''
  if (last.reached === last.active) return 'Every application has fetched it for all its subscribers.'
  const share = ({ name, reached, active }: ApplicationReach) => `${name} ${percent(reached, active)}`
  if (first === last) return `${share(first)}.`
  return `From ${share(first)} to ${share(last)}. A subscriber with two applications counts for both.`
}

export function aboutCurve({ curve, reach }: ChangeReach): string {
  const last = curve.at(-1)
  if (!last || !reach) return ''
  return `${counted(reach.reached, 'subscriber', 'subscribers')} of ${count(reach.active)} after ${lengthOfTime(last.minutes)}.`
}
