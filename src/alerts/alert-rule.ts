import { CHANGE_KINDS, type ChangeKind } from '../events/event-change.ts'
import { localToUtc, utcToLocal } from '../time/zone.ts'
import type { Language } from '../words/index.ts'

export type ToldKind = (typeof TOLD_KINDS)[number]
/** The kinds of changes that can be told: a text is never so urgent. */
export const TOLD_KINDS = CHANGE_KINDS.filter((kind) => kind !== 'text')

export const CHANNELS = ['mail', 'push'] as const
/** `mail`: to confirmed addresses. `push`: to browsers that subscribed to it in the portal. */
export type Channel = (typeof CHANNELS)[number]

/** When subscribers are told of changes that their calendars have not fetched. */
export interface AlertRule {
  id: string
  /** Null: all calendars. */
  calendarIds: string[] | null
  kinds: ToldKind[]
  /** Minutes. An event that moved by less is not told. */
  leastMove: number
  /** Alerts wait until this many hours before the event. */
  withinHours: number
  /** Minutes after a change in which calendars may fetch it. */
  grace: number
  /** In the publisher's time zone, `22:00` to `07:00`; null: none. */
  quietHours: { from: string; to: string } | null
  /** Mails to one person in 24 hours. */
  dailyCap: number
  /** An alert to more people waits until somebody agrees. */
  askAbove: number
  channels: Channel[]
  /** Of mails to subscribers whose own language is unknown. */
  language: Language
  active: boolean
  /** Epoch ms. */
  created: number
}

/** The rule that the admin portal offers. */
export const SUGGESTED_RULE: Omit<AlertRule, 'id' | 'created' | 'active'> = {
  calendarIds: null,
  kinds: ['removed', 'moved', 'place', 'calledOff', 'onAgain'],
  leastMove: 15,
  withinHours: 48,
  grace: 60,
  quietHours: { from: '22:00', to: '07:00' },
  dailyCap: 3,
  askAbove: 500,
  channels: ['mail', 'push'],
  language: 'en',
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** People need this long to change their plans. */
const LAST_CALL_MS = 30 * MINUTE_MS

/** Returns whether a rule tells of an event of a calendar if it changes in one of these ways. */
export function concerns(rule: AlertRule, calendarId: string, kinds: ChangeKind[]): boolean {
  const { active, calendarIds } = rule
  return (
    active && (calendarIds?.includes(calendarId) ?? true) && rule.kinds.some((kind) => kinds.includes(kind))
  )
}

/** A change, as far as it decides when it is told. Times are epoch ms. */
interface TimedChange {
  at: number
  startBefore: number
  /** Null: removed. */
  startAfter: number | null
}

/**
 * Returns when a change is told (epoch ms): after the grace, within the hours of the rule, not in quiet hours, but 30
 * minutes before the start, whatever else is said. Undefined if the event has begun.
 */
export function dueAt(
  rule: AlertRule,
  { at, startBefore, startAfter }: TimedChange,
  now: number,
  zone: string,
): number | undefined {
  const ahead = [startBefore, startAfter ?? 0].filter((start) => start > now)
  if (ahead.length === 0) return undefined
  const start = Math.min(...ahead)
  const lastCall = Math.max(now, start - LAST_CALL_MS)
  // The time of a change may lie ahead: it never decreases, even if the clock is set back.
  const graceEnds = Math.min(at, now) + rule.grace * MINUTE_MS
  const wished = Math.max(now, graceEnds, start - rule.withinHours * HOUR_MS)
  return Math.min(lastCall, endOfQuiet(rule.quietHours, wished, zone))
}

/** Returns when the quiet hours end that `time` is in; otherwise `time`. Both are epoch ms. */
export function endOfQuiet(quiet: AlertRule['quietHours'], time: number, zone: string): number {
  if (!quiet) return time
  const local = utcToLocal(zone, time)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const minute = Math.floor((local - midnight) / MINUTE_MS)
  const overnight = from > to
  const isQuiet = overnight ? minute >= from || minute < to : minute >= from && minute < to
  if (!isQuiet) return time
  const endsTomorrow = overnight && minute >= from
  return localToUtc(zone, midnight + (endsTomorrow ? DAY_MS : 0) + to * MINUTE_MS)
}

function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number)
  return hours! * 60 + minutes!
}
