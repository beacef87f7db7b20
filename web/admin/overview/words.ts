import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { count, counted, day, locale } from '../kit/format.ts'

export type DayStatistics = Overview['days'][number]
type ActiveFeeds = NonNullable<Overview['activeFeeds']>

const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** `12 Apr`, for a date. */
export function shortDay(date: string): string {
  return short.format(new Date(`${date}T12:00`))
}

/** `30 days`, `12 months` */
export function lengthOf({ days }: Overview): string {
  return days.length >= 365 ? '12 months' : `${days.length} days`
}

export function sum(days: DayStatistics[], name: 'joined' | 'left' | 'reads' | 'clicks'): number {
  return days.reduce((total, statistics) => total + statistics[name], 0)
}

/** `+12`, `−3`, `0` */
export function signed(value: number): string {
  return value === 0 ? '0' : `${value > 0 ? '+' : '−'}${count(Math.abs(value))}`
}

/** A sentence about the chart of subscribers. */
export function aboutSubscribers(overview: Overview): string {
  const now = overview.days.at(-1)!.subscribers
  const change = now - overview.subscribersBefore
  const than = `than ${lengthOf(overview)} ago`
  const compared =
    change === 0
      ? `as many as ${lengthOf(overview)} ago`
      : `${count(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} ${than}`
  const [joined, left] = [sum(overview.days, 'joined'), sum(overview.days, 'left')]
  return `${counted(now, 'subscriber', 'subscribers')} now, ${compared}: ${count(joined)} joined and ${count(left)} left.`
}

/** A sentence about the chart of applications. */
export function aboutApplications({ applications, subscribers, days }: ActiveFeeds, all: number): string {
  const [first, second] = applications
  if (!first) return `No feed was read in the last ${days} days.`
  const share = `${count(subscribers)} of ${counted(all, 'feed', 'feeds')} were read in the last ${days} days`
  const most = first.feeds === second?.feeds ? '' : ` ${first.name} reads the most, ${count(first.feeds)}.`
  return `${share}.${most}`
}

/** A sentence about the chart of reads or clicks. */
export function aboutDays(overview: Overview, name: 'reads' | 'clicks', one: string, many: string): string {
  const total = sum(overview.days, name)
  if (total === 0) return `No ${many} in the last ${lengthOf(overview)}.`
  const best = overview.days.reduce((most, statistics) => (statistics[name] > most[name] ? statistics : most))
  const mean = total / overview.days.length
  const daily = mean >= 10 ? `, ${count(Math.round(mean))} a day` : ''
  return `${counted(total, one, many)} in the last ${lengthOf(overview)}${daily}. The highest was ${count(best[name])} on ${day(best.day)}.`
}

/** A sentence about deliveries. */
export function aboutDeliveries({ more, callbacks }: Overview['deliveries']): string {
  const { delivered, failed, waiting } = delivery(callbacks)
  const all = delivered + failed + waiting
  if (all === 0) return 'Nothing has been sent in the last 7 days.'
  const which = more
    ? `the last ${count(all)} deliveries`
    : `${counted(all, 'delivery', 'deliveries')} in the last 7 days`
  const rest = [failed && `${count(failed)} failed`, waiting && `${count(waiting)} waiting`].filter(Boolean)
  return `Of ${which}, ${count(delivered)} arrived${rest.length > 0 ? `; ${rest.join(', ')}` : ''}.`
}

export function delivery(callbacks: Overview['deliveries']['callbacks']) {
  const of = (state: 'delivered' | 'failed' | 'waiting') =>
    callbacks.reduce((total, own) => total + own[state], 0)
  return { delivered: of('delivered'), failed: of('failed'), waiting: of('waiting') }
}
