import ICAL from 'ical.js'
import { IcsFault, type IcsTime } from './ics-time.ts'
import { icalTime, wallOf } from './ics-zones.ts'

/** Steps that the rules of one event, and of one file, may take: more are a mistake, or meant to keep us busy. */
const MAX_STEPS = 25_000
const MAX_FILE_STEPS = 500_000
const MAX_INSTANCES = 1000
const DAY_MS = 86_400_000

/** What is left of a file's steps. */
export interface StepBudget {
  left: number
}

export function stepBudget(): StepBudget {
  return { left: MAX_FILE_STEPS }
}

/**
 * The wall times at which a recurring event takes place up to `horizon`, in order; the last 1000 where there
 * are more. All of it is wall time of the event's own zone, so that 19:00 stays 19:00 over a clock change.
 */
export function expandRules(
  start: IcsTime,
  rules: ICAL.Recur[],
  horizon: number,
  budget: StepBudget,
): number[] {
  // The first instance counts, also where it does not match its own rule (RFC 5545, 3.8.5.3).
  const walls = new Set([start.wall])
  for (const rule of rules) {
    requireReadable(rule)
    const until = Math.min(horizon, untilWall(rule, start))
    const limited = rule.clone()
    limited.until = icalTime(until, undefined, start.allDay)
    const limits = { budget, steps: MAX_STEPS }
    const dtstart = icalTime(start.wall, undefined, start.allDay)
    const iterator = new LimitedIterator({ rule: limited, dtstart }, limits)
    for (let time = iterator.next(); time; time = iterator.next()) {
      if (matches(rule, time, dtstart)) walls.add(wallOf(time))
    }
  }
  return [...walls].sort((a, b) => a - b).slice(-MAX_INSTANCES)
}

/** An iterator that also ends where a rule matches nothing any more; ical.js would search for ever. */
class LimitedIterator extends ICAL.RecurIterator {
  private readonly limits: { budget: StepBudget; steps: number }

  constructor(
    options: ConstructorParameters<typeof ICAL.RecurIterator>[0],
    limits: LimitedIterator['limits'],
  ) {
    super(options)
    this.limits = limits
  }

  override check_contracting_rules(): boolean {
    if (this.limits.steps-- === 0 || this.limits.budget.left-- <= 0)
      throw new IcsFault('Event recurs too often')
    return this.last.compare(this.rule.until!) > 0 || super.check_contracting_rules()
  }
}

/** What ical.js would get wrong, and what no event is worth: better told than imported on wrong days. */
function requireReadable(rule: ICAL.Recur): void {
  const { BYWEEKNO, BYSETPOS, BYDAY } = rule.parts as Partial<Record<string, unknown[]>>
  const tooOften = rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY'
  if (tooOften || BYWEEKNO || (BYSETPOS && !BYDAY)) {
    throw new IcsFault(`Event recurs by a rule that can't be read: ${rule.toString()}`)
  }
}

/** ical.js takes 29 February of other years for 1 March, and does not look at BYMONTH for the first instance. */
function matches(rule: ICAL.Recur, time: ICAL.Time, dtstart: ICAL.Time): boolean {
  const { BYMONTH, ...others } = rule.parts as Partial<Record<string, unknown[]>>
  const plainYearly = rule.freq === 'YEARLY' && Object.keys(others).length === 0
  if (plainYearly && time.day !== dtstart.day) return false
  return BYMONTH ? BYMONTH.map(Number).includes(time.month) : !plainYearly || time.month === dtstart.month
}

/** Where a rule ends, as wall time of the event's zone; a date is that whole day. */
function untilWall(rule: ICAL.Recur, start: IcsTime): number {
  const { until } = rule
  if (!until) return Infinity
  if (until.isDate) return wallOf(until) + (start.allDay ? 0 : DAY_MS - 1)
  const isUtc = until.zone === ICAL.Timezone.utcTimezone
  return isUtc ? start.zone.toWall(wallOf(until)) : wallOf(until)
}
