import { memoize } from '../time/memoize.ts'
import { type Onset, yearlyRule } from '../time/yearly-rule.ts'
import { offsetAt } from '../time/zone.ts'
import { formatLocal } from './date-time.ts'
import { foldLine } from './text.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Longer than any clock change in the years that rules are read from. */
const CHANGE_MARGIN = 3 * 60 * MINUTE

/**
 * True if an instant (epoch ms) can be written as local time in the zone. Otherwise it is written in UTC, so
 * that every application shows the right moment: if the zone has no yearly rule, before the rule began, and
 * close to a clock change. A repeated local time means the first one (RFC 5545, 3.3.5), but not all
 * applications know that.
 */
export function writtenInZone(tzid: string, time: number): boolean {
  const rule = yearlyRule(tzid)
  if (rule === undefined || time < rule.since) return false
  return offsetAt(tzid, time - CHANGE_MARGIN) === offsetAt(tzid, time + CHANGE_MARGIN)
}

/**
 * The VTIMEZONE of a zone with a yearly rule (RFC 5545, 3.6.5), named `tzid`. The rule begins in 1970,
 * without the zone's history: Outlook reads no other form.
 */
export const vtimezone = memoize(1000, (tzid: string): string => {
  const rule = yearlyRule(tzid)
  if (!rule) throw new RangeError(`No yearly rule: ${tzid}`)
  const observances =
    rule.kind === 'fixed'
      ? observance('STANDARD', 0, rule.offset, rule.offset)
      : seasonal('STANDARD', rule.standard, rule.daylight.offset) +
        seasonal('DAYLIGHT', rule.daylight, rule.standard.offset)
  return 'BEGIN:VTIMEZONE\r\n' + foldLine(`TZID:${tzid}`) + observances + 'END:VTIMEZONE\r\n'
})

function seasonal(kind: string, onset: Onset, before: number): string {
  const { month, week, weekday, timeOfDay, offset } = onset
  const rule = `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${week}${WEEKDAYS[weekday]}\r\n`
  return observance(kind, dayIn1970(month, week, weekday) + timeOfDay, before, offset, rule)
}

function observance(kind: string, start: number, before: number, after: number, rule = ''): string {
  return (
    `BEGIN:${kind}\r\nDTSTART:${formatLocal(start)}\r\n` +
    `TZOFFSETFROM:${formatOffset(before)}\r\nTZOFFSETTO:${formatOffset(after)}\r\n${rule}END:${kind}\r\n`
  )
}

/** Midnight, as if in UTC, of the n-th (-1: last) weekday of a month in 1970. */
function dayIn1970(month: number, week: number, weekday: number): number {
  const earliest = week === -1 ? Date.UTC(1970, month) - 7 * DAY : Date.UTC(1970, month - 1, 7 * week - 6)
  return earliest + ((weekday - new Date(earliest).getUTCDay() + 7) % 7) * DAY
}

/** `+0530`: an offset in ms east of UTC, always whole minutes in the years that rules are read from. */
function formatOffset(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE
  const digits = Math.floor(minutes / 60) * 100 + (minutes % 60)
  return (offset < 0 ? '-' : '+') + String(digits).padStart(4, '0')
}
