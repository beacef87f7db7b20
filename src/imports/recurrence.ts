import ICAL from 'ical.js'
import { countSteps, type DateRule, type Frequency, ruleDates } from '../time/rule-dates.ts'
import { IcsFault, type IcsTime } from './ics-time.ts'
import { wallOf } from './ics-zones.ts'

/** Maximum steps for one rule, and for all rules of a file: more are a mistake or an attack. */
const MAX_STEPS = 100_000
const MAX_FILE_STEPS = 3_000_000
const MAX_INTERVAL = 1000
const DAY_MS = 86_400_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The number of steps that the rules of a file have left. */
export interface StepBudget {
  left: number
}

export function stepBudget(): StepBudget {
  return { left: MAX_FILE_STEPS }
}

/**
 * The local times of a recurring event up to `horizon`, in order, all in the event's own zone, so that 19:00
 * stays 19:00 over a clock change.
 */
export function expandRules(
  start: IcsTime,
  rules: ICAL.Recur[],
  horizon: number,
  budget: StepBudget,
): number[] {
  // DTSTART is always the first instance, even if it does not match the rule (RFC 5545, 3.8.5.3).
  const walls = new Set([start.wall])
  for (const rule of rules) {
    for (const wall of ruleWalls(start, rule, horizon, budget)) walls.add(wall)
  }
  return [...walls].sort((a, b) => a - b)
}

/** The local times that one rule gives up to `horizon`, in order. The start is among them only if the rule gives it. */
export function ruleWalls(start: IcsTime, rule: ICAL.Recur, horizon: number, budget: StepBudget): number[] {
  requireReadable(start, rule)
  const end = Math.min(horizon, untilWall(rule, start))
  const dates = dateRule(rule)
  const steps = countSteps(start.wall, dates, end)
  if (steps > MAX_STEPS || steps > budget.left) throw new IcsFault('Event recurs too often')
  budget.left -= steps
  return ruleDates(start.wall, dates, end, rule.count ?? Infinity)
}

/** The fault for an unreadable rule, with its beginning. */
export function unreadableRule(rule: string): IcsFault {
  return new IcsFault(`Event recurs by a rule that can't be read: ${rule.slice(0, 200)}`)
}

/** A rule as ical.js has read it. Only its parser is used: its iterator loses dates, and for some rules never ends. */
export function dateRule({ freq, interval, wkst, parts }: ICAL.Recur): DateRule {
  const { BYDAY, ...numbers } = parts as Record<string, number[]> & { BYDAY?: string[] }
  const placed = freq === 'MONTHLY' || freq === 'YEARLY'
  return {
    freq: freq as Frequency,
    interval,
    byMonth: numbers.BYMONTH,
    byWeekNo: numbers.BYWEEKNO,
    byYearDay: numbers.BYYEARDAY,
    byMonthDay: numbers.BYMONTHDAY,
    byDay: BYDAY?.map((day) => (placed ? day.replace('+', '') : day.slice(-2))),
    byHour: numbers.BYHOUR,
    byMinute: numbers.BYMINUTE,
    bySetPos: numbers.BYSETPOS,
    // ical.js numbers weekdays from Sunday = 1.
    wkst: WEEKDAYS[wkst - 1],
  }
}

/** Refuses invalid rules, and rules that no real event has: a fault is better than events on wrong days. */
function requireReadable(start: IcsTime, rule: ICAL.Recur): void {
  const { count, interval } = rule
  // Null if the rule has no FREQ.
  const freq = rule.freq as string | null
  if (count !== null && count < 1)
    throw new IcsFault(`Event recurs with COUNT=${count}: it must be a whole number from 1`)
  if (interval > MAX_INTERVAL)
    throw new IcsFault(`Event recurs with INTERVAL=${interval}: it must not be more than ${MAX_INTERVAL}`)
  const tooOften = freq === 'SECONDLY' || freq === 'MINUTELY' || (freq === 'HOURLY' && start.allDay)
  if (!freq) throw new IcsFault('Event recurs by a rule that has no FREQ')
  if (tooOften || ('BYWEEKNO' in rule.parts && freq !== 'YEARLY')) throw unreadableRule(rule.toString())
}

/** UNTIL as local time in the event's zone; a date includes the whole day. */
export function untilWall({ until }: ICAL.Recur, start: IcsTime): number {
  if (!until) return Infinity
  if (until.isDate) return wallOf(until) + (start.allDay ? 0 : DAY_MS - 1)
  const isUtc = until.zone === ICAL.Timezone.utcTimezone
  return isUtc ? start.zone.toWall(wallOf(until)) : wallOf(until)
}
