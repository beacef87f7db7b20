import type { ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { day, list, locale, percent } from '../kit/format.ts'
import { say, sayCount } from '../kit/say.tsx'
import type { TableCell } from '../kit/table-cells.ts'
import { type Counted, words } from '../words/index.ts'
import { type Bucket, type DayStatistics, isByWeek } from './buckets.ts'

const texts = words.overview

type ActiveFeeds = NonNullable<Overview['activeFeeds']>
type Origins = Overview['calendars']

const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const range = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const signs = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })

/** `12 Apr`, for a date. */
export function shortDay(date: string): string {
  return short.format(noonOf(date))
}

function noonOf(date: string): Date {
  return new Date(`${date}T12:00`)
}

/** `12 Apr 2027`, `12 – 18 Apr 2027`, and that it is not over. */
export function bucketText({ from, to, unfinished }: Pick<Bucket, 'from' | 'to' | 'unfinished'>): string {
  if (from === to) return unfinished ? say(texts.dayUnfinished, { day: day(from) }) : day(from)
  const days = range.formatRange(noonOf(from), noonOf(to))
  return unfinished ? say(texts.daysUnfinished, { days }) : days
}

/** The cell of a table that names a bucket. A day is one in a workbook too, once it is over. */
export function bucketCell(bucket: Pick<Bucket, 'from' | 'to' | 'unfinished'>): TableCell {
  const { from, to, unfinished } = bucket
  const text = bucketText(bucket)
  return from === to && !unfinished ? { day: from, text } : text
}

/** `in the last 30 days`, `between 3 Mar 2027 and 17 Mar 2027` */
export function inPeriod({ days, today }: Pick<Overview, 'days' | 'today'>): string {
  const [from, to] = [days[0]!.day, days.at(-1)!.day]
  if (from === today) return texts.todaySoFar
  if (to === today && [7, 30, 90].includes(days.length)) return inLastDays(days.length)
  if (to === today && days.length === 365) return texts.lastMonths
  if (from === to) return say(texts.onDay, { day: day(from) })
  return say(texts.betweenDays, { from: day(from), to: day(to) })
}

/** `in the last 7 days` */
export function inLastDays(days: number): string {
  return sayCount(texts.lastDays, days)
}

/** `in the 30 days before` */
export function inPeriodBefore({ days }: Pick<Overview, 'days'>): string {
  if (days.length === 365) return texts.monthsBefore
  return days.length === 1 ? texts.dayBefore : sayCount(texts.daysBefore, days.length)
}

/** `12 more than in the 30 days before` */
export function comparedText(overview: Overview, now: number, before: number): string {
  const text = now === before ? texts.asMany : now > before ? texts.more : texts.fewer
  return say(text, { difference: Math.abs(now - before), when: inPeriodBefore(overview) })
}

export function sum(days: DayStatistics[], name: 'joined' | 'left' | 'reads' | 'clicks'): number {
  return days.reduce((total, statistics) => total + statistics[name], 0)
}

/** `+12`, `−3`, `0` */
export function signed(value: number): string {
  return signs.format(value).replace('-', '−')
}

/** A sentence about the chart of subscribers. */
export function aboutSubscribers({ days, today, subscribersBefore }: Overview): string {
  const last = days.at(-1)!
  const change = last.subscribers - subscribersBefore
  const [same, more, fewer] =
    last.day === today
      ? [texts.haveNowSame, texts.haveNowMore, texts.haveNowFewer]
      : [texts.hadSame, texts.hadMore, texts.hadFewer]
  return sayCount(change === 0 ? same : change > 0 ? more : fewer, last.subscribers, {
    difference: Math.abs(change),
    day: day(days[0]!.day),
    last: day(last.day),
  })
}

/** Sentences about the chart of who joined and left. */
export function aboutGrowth(overview: Overview): string {
  const { days, before } = overview
  const [joined, left] = [sum(days, 'joined'), sum(days, 'left')]
  const when = inPeriod(overview)
  if (joined + left === 0) return say(texts.noGrowth, { when })
  return sayCount(texts.growthSentence, joined, {
    ...{ left, when, joinedBefore: before.joined, leftBefore: before.left },
    before: inPeriodBefore(overview),
  })
}

/** A sentence about where people came from. `name`: that of the one with the most. */
export function aboutOrigins(overview: Overview, rows: OriginRow[], nothing: string): string {
  const [first] = rows.filter(({ joined }) => joined > 0).sort((a, b) => b.joined - a.joined)
  if (!first) return nothing
  const { name, joined, left } = first
  return say(texts.mostBy, { name, joined, left, when: inPeriod(overview) })
}

/** A row of the tables of where people came from. */
export type OriginRow = Pick<Origins['rows'][number], 'key' | 'name' | 'joined' | 'left' | 'before'>

/** A sentence about the most clicked links. */
export function aboutLinks(overview: Overview, shown: { name: string; clicks: number }[]): string {
  const all = sum(overview.days, 'clicks')
  const when = inPeriod(overview)
  if (all === 0) return say(texts.noClicks, { when })
  const [first] = shown
  return first
    ? sayCount(texts.clicksMostLink, all, { when, name: first.name, clicks: first.clicks })
    : sayCount(texts.clicksWhen, all, { when })
}

/** A sentence about clicks over time. */
export function aboutClicks(overview: Overview, buckets: Bucket[]): string {
  const all = sum(overview.days, 'clicks')
  const when = inPeriod(overview)
  if (all === 0) return say(texts.noClicks, { when })
  const best = buckets.reduce((most, bucket) => (bucket.clicks > most.clicks ? bucket : most))
  const text = isByWeek(overview.days) ? texts.clicksMostWeek : texts.clicksMostDay
  return sayCount(text, all, { when, best: bucketText(best), clicks: best.clicks })
}

/** A sentence about the chart of applications. */
export function aboutApplications({ applications, subscribers, days }: ActiveFeeds, all: number): string {
  const [first, second] = applications
  const when = inLastDays(days)
  if (!first) return say(texts.noneRead, { when })
  const own = { read: subscribers, when }
  if (first.feeds === second?.feeds) return sayCount(texts.readOf, all, own)
  return sayCount(texts.readOfMost, all, { ...own, name: first.name, feeds: first.feeds })
}

/** A sentence about the shares of applications over time. */
export function aboutShares(overview: Overview, applications: { name: string; feeds: number[] }[]): string {
  const totals = applications.map(({ name, feeds }) => ({
    name,
    feeds: feeds.reduce((total, own) => total + own, 0),
  }))
  const all = totals.reduce((total, { feeds }) => total + feeds, 0)
  const when = inPeriod(overview)
  if (all === 0) return say(texts.noShares, { when })
  const shares = totals
    .slice(0, 3)
    .map(({ name, feeds }) => say(texts.share, { name, share: percent(feeds, all) }))
  return say(texts.shares, { when, list: list(shares) })
}

/** `1,204 of 1,317 people have the new time.` */
export function haveChange({ reach, ended, kinds }: ListedChange): string {
  if (ended) return texts.wasOver
  if (!reach) return texts.beingCounted
  return reach.active === 0 ? texts.nobodyReads : peopleHave(HAVE[kinds[0]!], reach)
}

/** `1,204 of 1,317 people have the next event as it is now.` */
export function haveEvent(reach: NonNullable<Overview['nextEventReach']>): string {
  return reach.active === 0 ? texts.nobodyReads : peopleHave(texts.haveNext, reach)
}

function peopleHave(text: Counted, { active, reached }: { active: number; reached: number }): string {
  return sayCount(text, active, { reached })
}

const HAVE: Record<ListedChange['kinds'][number], Counted> = {
  moved: texts.haveTime,
  place: texts.havePlace,
  calledOff: texts.haveCancelled,
  onAgain: texts.haveOnAgain,
  removed: texts.haveRemoved,
  title: texts.haveTitle,
  text: texts.haveDetails,
}
