import type { ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { count, counted, day, locale, percent } from '../kit/format.ts'
import { type Bucket, type DayStatistics, isByWeek } from './buckets.ts'

type ActiveFeeds = NonNullable<Overview['activeFeeds']>
type Origins = Overview['calendars']

const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const range = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })

/** `12 Apr`, for a date. */
export function shortDay(date: string): string {
  return short.format(noonOf(date))
}

function noonOf(date: string): Date {
  return new Date(`${date}T12:00`)
}

/** `12 Apr 2027`, `12 – 18 Apr 2027`, and that it is not over. */
export function bucketText({ from, to, unfinished }: Pick<Bucket, 'from' | 'to' | 'unfinished'>): string {
  const days = from === to ? day(from) : range.formatRange(noonOf(from), noonOf(to))
  if (!unfinished) return days
  return from === to ? `${days}, today so far` : `${days}, so far`
}

/** `in the last 30 days`, `from 3 to 17 Mar 2027` */
export function inPeriod({ days, today }: Pick<Overview, 'days' | 'today'>): string {
  const [from, to] = [days[0]!.day, days.at(-1)!.day]
  if (from === today) return 'today so far'
  if (to === today && [7, 30, 90].includes(days.length)) return `in the last ${days.length} days`
  if (to === today && days.length === 365) return 'in the last 12 months'
  if (from === to) return `on ${day(from)}`
  return `between ${day(from)} and ${day(to)}`
}

/** `in the 30 days before` */
export function inPeriodBefore({ days }: Pick<Overview, 'days'>): string {
  if (days.length === 365) return 'in the 12 months before'
  return days.length === 1 ? 'on the day before' : `in the ${days.length} days before`
}

/** `12 more than in the 30 days before` */
export function comparedText(overview: Overview, now: number, before: number): string {
  const when = inPeriodBefore(overview)
  if (now === before) return `as many as ${when}`
  return `${count(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than ${when}`
}

export function sum(days: DayStatistics[], name: 'joined' | 'left' | 'reads' | 'clicks'): number {
  return days.reduce((total, statistics) => total + statistics[name], 0)
}

/** `+12`, `−3`, `0` */
export function signed(value: number): string {
  return value === 0 ? '0' : `${value > 0 ? '+' : '−'}${count(Math.abs(value))}`
}

/** Sentences about the chart of subscribers. */
export function aboutSubscribers(overview: Overview): string {
  const { days, today, subscribersBefore } = overview
  const last = days.at(-1)!
  const change = last.subscribers - subscribersBefore
  const people = counted(last.subscribers, 'subscriber', 'subscribers')
  const begin = last.day === today ? `You have ${people} now` : `You had ${people} on ${day(last.day)}`
  if (change === 0) return `${begin}, as many as before ${day(days[0]!.day)}.`
  return `${begin}, ${count(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than before ${day(days[0]!.day)}.`
}

/** Sentences about the chart of who joined and left. */
export function aboutGrowth(overview: Overview): string {
  const { days, before } = overview
  const [joined, left] = [sum(days, 'joined'), sum(days, 'left')]
  if (joined + left === 0) return `Nobody joined or left ${inPeriod(overview)}.`
  const own = `${counted(joined, 'person', 'people')} joined and ${count(left)} left ${inPeriod(overview)}.`
  return `${own} ${count(before.joined)} joined and ${count(before.left)} left ${inPeriodBefore(overview)}.`
}

/** A sentence about where people came from. `name`: that of the one with the most. */
export function aboutOrigins(overview: Overview, rows: OriginRow[], nothing: string): string {
  const [first] = rows.filter(({ joined }) => joined > 0).sort((a, b) => b.joined - a.joined)
  if (!first) return nothing
  const { name, joined, left } = first
  return `Most came by ${name} ${inPeriod(overview)}: ${count(joined)} joined, ${count(left)} left.`
}

/** A row of the tables of where people came from. */
export type OriginRow = Pick<Origins['rows'][number], 'key' | 'name' | 'joined' | 'left' | 'before'>

/** A sentence about the most clicked links. */
export function aboutLinks(overview: Overview, shown: { name: string; clicks: number }[]): string {
  const all = sum(overview.days, 'clicks')
  if (all === 0) return `Nobody clicked a link ${inPeriod(overview)}.`
  const total = `${counted(all, 'click', 'clicks')} ${inPeriod(overview)}.`
  const [first] = shown
  return first ? `${total} The most clicked link was ${first.name}, ${count(first.clicks)}.` : total
}

/** A sentence about clicks over time. */
export function aboutClicks(overview: Overview, buckets: Bucket[]): string {
  const all = sum(overview.days, 'clicks')
  if (all === 0) return `Nobody clicked a link ${inPeriod(overview)}.`
  const best = buckets.reduce((most, bucket) => (bucket.clicks > most.clicks ? bucket : most))
  const total = `${counted(all, 'click', 'clicks')} ${inPeriod(overview)}.`
  const unit = isByWeek(overview.days) ? 'week' : 'day'
  return `${total} The ${unit} with the most was ${bucketText(best)}: ${count(best.clicks)}.`
}

/** A sentence about the chart of applications. */
export function aboutApplications({ applications, subscribers, days }: ActiveFeeds, all: number): string {
  const [first, second] = applications
  if (!first) return `No calendar of a subscriber was read in the last ${days} days.`
  const share = `The calendars of ${count(subscribers)} of ${counted(all, 'subscriber', 'subscribers')} were read in the last ${days} days.`
  const most = first.feeds === second?.feeds ? '' : ` ${first.name} reads the most, ${count(first.feeds)}.`
  return `${share}${most}`
}

/** A sentence about the shares of applications over time. */
export function aboutShares(overview: Overview, applications: { name: string; feeds: number[] }[]): string {
  const totals = applications.map(({ name, feeds }) => ({
    name,
    feeds: feeds.reduce((total, own) => total + own, 0),
  }))
  const all = totals.reduce((total, { feeds }) => total + feeds, 0)
  if (all === 0) return `No application read a calendar ${inPeriod(overview)}.`
  const shares = totals.slice(0, 3).map(({ name, feeds }) => `${name} ${percent(feeds, all)}`)
  const list = new Intl.ListFormat(locale).format(shares)
  return `Of the calendars that were read each day ${inPeriod(overview)}: ${list}.`
}

/** `1,204 of 1,317 people have the new time.` */
export function haveChange({ reach, ended, kinds }: ListedChange): string {
  if (ended) return 'The event was over already.'
  if (!reach) return 'Who has it is being counted.'
  if (reach.active === 0) return NOBODY_READS
  return `${peopleHave(reach.reached, reach.active)} ${WHAT[kinds[0]!]}.`
}

/** `1,204 of 1,317 people have the next event as it is now.` */
export function haveEvent({ active, reached }: NonNullable<Overview['nextEventReach']>): string {
  if (active === 0) return NOBODY_READS
  return `${peopleHave(reached, active)} the next event as it is now.`
}

const NOBODY_READS = 'No calendar application is reading this calendar.'

function peopleHave(reached: number, active: number): string {
  if (active === 1) return `${count(reached)} of 1 person has`
  return `${count(reached)} of ${count(active)} people have`
}

const WHAT: Record<ListedChange['kinds'][number], string> = {
  moved: 'the new time',
  place: 'the new place',
  calledOff: 'the news that it is cancelled',
  onAgain: 'the news that it takes place',
  removed: 'the calendar without it',
  title: 'the new title',
  text: 'the new details',
}
