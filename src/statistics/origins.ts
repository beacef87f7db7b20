import type { Db } from '../db/database.ts'
import { getTimezone } from '../publishers/publisher-store.ts'
import { dayAt } from '../time/day.ts'
import { CAMPAIGN_LETTERS, type Count, type OriginKind } from './statistic.ts'
import { addCounts, sumDetails } from './statistic-store.ts'

/** By what somebody joined. */
export interface Origin {
  /** Empty: through no widget, but by an import. */
  widgetId: string
  /** The campaign that the page named; empty: one of too many on that day. */
  campaign?: string
}

/** Campaigns of one day that are counted by name: pages choose the names, and anybody can make some up. */
const CAMPAIGNS_A_DAY = 50

/**
 * Counts an active subscriber who unsubscribed or was erased, and the calendars that they followed. Call it in the
 * same transaction, which holds the publisher's revision. Don't count subscribers who were inactive before.
 */
export async function countLeft(
  tx: Db,
  publisherId: number,
  at: number,
  origin: Origin,
  calendarIds: string[],
): Promise<void> {
  await addCounts(tx, publisherId, [
    ...countsOfPerson('left', at, origin),
    ...countsOfCalendars('left', at, calendarIds),
  ])
}

/** The counts of one person who joined or left, without those of calendars. */
export function countsOfPerson(name: 'joined' | 'left', at: number, { widgetId, campaign }: Origin): Count[] {
  return [
    { name, at, value: 1 },
    { name: `${name}:widget:${widgetId}`, at, value: 1 },
    ...(campaign === undefined ? [] : [{ name: `${name}:campaign:${campaign}` as const, at, value: 1 }]),
  ]
}

/** The counts of calendars that somebody follows now, or no longer. */
export function countsOfCalendars(name: 'joined' | 'left', at: number, calendarIds: string[]): Count[] {
  return calendarIds.map((id) => ({ name: `${name}:calendar:${id}` as const, at, value: 1 }))
}

/**
 * The campaign that a page named in its `state`, shortened; undefined if it named none. The text is from outside.
 */
export function campaignOf(state: object | undefined): string | undefined {
  const named: unknown = state && 'campaign' in state ? state.campaign : undefined
  if (typeof named !== 'string') return undefined
  const text = named.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return text === '' ? undefined : [...text].slice(0, CAMPAIGN_LETTERS).join('').trim()
}

/**
 * Returns the campaigns under which to count people who join, one after the other: the named ones, or an empty text once
 * a day has had too many of them. They have to be counted in the same transaction.
 */
export async function admitCampaigns(
  tx: Db,
  publisherId: number,
  at: number,
  campaigns: (string | undefined)[],
): Promise<(string | undefined)[]> {
  if (campaigns.every((campaign) => campaign === undefined)) return campaigns
  const day = dayAt(await getTimezone(tx, publisherId), at)
  const prefix = PREFIXES.joined('campaign')
  const sums = await sumDetails(tx, publisherId, prefix, { from: day, to: day })
  const today = new Set(sums.map(({ name }) => name.slice(prefix.length)))
  return campaigns.map((campaign) => {
    if (campaign === undefined) return undefined
    const admitted = today.has(campaign) || today.size < CAMPAIGNS_A_DAY ? campaign : ''
    today.add(admitted)
    return admitted
  })
}

const PREFIXES = {
  joined: (kind: OriginKind) => `joined:${kind}:`,
  left: (kind: OriginKind) => `left:${kind}:`,
}

/** Numbers of people who came and left by one calendar, widget or campaign, in a period and in the one before. */
export interface OriginCounts extends JoinedAndLeft {
  /** The id of the calendar or widget, or the campaign; empty: without one. */
  key: string
  before: JoinedAndLeft
}

export interface JoinedAndLeft {
  joined: number
  left: number
}

/** Returns how many began to follow one calendar and how many left it, in a period and in the one before. */
export async function growthOfCalendar(
  db: Db,
  publisherId: number,
  calendarId: string,
  days: { from: string; to: string },
  daysBefore: { from: string; to: string },
): Promise<JoinedAndLeft & { before: JoinedAndLeft }> {
  const sum = async (name: 'joined' | 'left', within: typeof days) => {
    const sums = await sumDetails(db, publisherId, `${PREFIXES[name]('calendar')}${calendarId}`, within)
    return sums.reduce((total, { value }) => total + value, 0)
  }
  return {
    ...{ joined: await sum('joined', days), left: await sum('left', days) },
    before: { joined: await sum('joined', daysBefore), left: await sum('left', daysBefore) },
  }
}

/** Lists who came and left by calendar, widget or campaign, those with the most first. */
export async function listOrigins(
  db: Db,
  publisherId: number,
  kind: OriginKind,
  days: { from: string; to: string },
  daysBefore: { from: string; to: string },
): Promise<OriginCounts[]> {
  const origins = new Map<string, OriginCounts>()
  const originOf = (key: string) => {
    const known = origins.get(key)
    if (known) return known
    const origin = { key, joined: 0, left: 0, before: { joined: 0, left: 0 } }
    origins.set(key, origin)
    return origin
  }
  for (const name of ['joined', 'left'] as const) {
    const prefix = PREFIXES[name](kind)
    for (const sum of await sumDetails(db, publisherId, prefix, days))
      originOf(sum.name.slice(prefix.length))[name] = sum.value
    for (const sum of await sumDetails(db, publisherId, prefix, daysBefore))
      originOf(sum.name.slice(prefix.length)).before[name] = sum.value
  }
  const inOrder = (a: OriginCounts, b: OriginCounts) =>
    b.joined - a.joined || b.left - a.left || (a.key < b.key ? -1 : 1)
  return [...origins.values()].sort(inOrder)
}
