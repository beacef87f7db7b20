import type { ChangeReach } from '../../../src/http/admin/changes-schemas.ts'
import { lengthOfTime, locale, percent } from '../kit/format.ts'
import type { Reach } from '../kit/reach.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

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

/** The estimate for a time today, tomorrow, on a day of this week, or on a date. */
function estimateText(at: number, now = Date.now()): string {
  const step = at - now < NEAR_MS ? QUARTER_MS : HOUR_MS
  const then = new Date(Math.ceil(at / step) * step)
  const isOn = (day: Date) => day.toDateString() === then.toDateString()
  const tomorrow = new Date(now)
  tomorrow.setDate(tomorrow.getDate() + 1)
  const time = times.format(then)
  const share = percent(SHARE, 1)
  if (isOn(new Date(now))) return say(words.changes.estimateToday, { share, time })
  if (isOn(tomorrow)) return say(words.changes.estimateTomorrow, { share, time })
  const day = (at - now < WEEK_MS - DAY_MS ? weekdays : dates).format(then)
  return say(words.changes.estimateDay, { share, day, time })
}

/** When half had it, if so. */
export function aboutHalf({ halfAfter, reach }: ChangeReach): string {
  if (halfAfter !== null) return say(words.changes.halfAfter, { time: lengthOfTime(halfAfter) })
  return reach && reach.active > 0 ? words.changes.lessThanHalf : ''
}

/** When 90% will probably have it, worded as an estimate. */
export function aboutEstimate({ estimate, reach, changes }: ChangeReach): string {
  if (!reach || reach.active === 0) return ''
  if (estimate !== null) {
    return estimateText(Date.parse(changes[0]!.at) + estimate * MINUTE_MS)
  }
  const { applications } = reach
  const sum = (name: 'active' | 'reached') => applications.reduce((total, own) => total + own[name], 0)
  if (sum('reached') >= SHARE * sum('active')) return ''
  return say(words.changes.noEstimate, { share: percent(SHARE, 1) })
}

export function aboutSilent({ silent }: Reach): string {
  return silent === 0 ? '' : sayCount(words.changes.silent, silent)
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
  if (last.reached === last.active) return words.changes.allFetched
  const share = ({ reached, active }: ApplicationReach) => percent(reached, active)
  if (first === last) return say(words.changes.oneShare, { name: first.name, share: share(first) })
  return say(words.changes.fromShareTo, {
    ...{ first: first.name, firstShare: share(first) },
    ...{ last: last.name, lastShare: share(last) },
  })
}

export function aboutCurve({ curve, reach }: ChangeReach): string {
  const last = curve.at(-1)
  if (!last || !reach) return ''
  return sayCount(words.changes.curveEnd, reach.reached, {
    all: reach.active,
    time: lengthOfTime(last.minutes),
  })
}
