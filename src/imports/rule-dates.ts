import type ICAL from 'ical.js'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** In the order of Date.getUTCDay. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

type Parts = Partial<
  Record<'BYMONTH' | 'BYMONTHDAY' | 'BYYEARDAY' | 'BYHOUR' | 'BYMINUTE' | 'BYSETPOS', number[]>
>

/** A rule, with missing parts filled in from its first date. */
interface Reading {
  freq: string
  months: number[] | undefined
  monthDays: number[] | undefined
  yearDays: number[] | undefined
  /** Undefined: any; `nth` 0: every such weekday. */
  weekdays: { nth: number; weekday: number }[] | undefined
  /** `nth` counts in the year instead of the month. */
  nthOfYear: boolean
  hours: number[] | undefined
  minutes: number[]
  positions: number[] | undefined
}

/**
 * The dates of a recurrence rule (RFC 5545, 3.3.10) from `start` to `end`, in order, as local times in ms.
 * Calls `step` for every period, day and date that is checked; it may throw to end a rule that takes too
 * many. The caller handles UNTIL and COUNT. BYWEEKNO and BYSECOND are not supported.
 * We use only the parser of ical.js 2.2.1, because its iterator has bugs: it loses dates if BYMONTH or BYHOUR
 * lists values before the first date, if YEARLY has BYMONTHDAY alone, and if INTERVAL is combined with
 * BYMONTH; it counts dates that do not exist; and for some rules it never ends.
 */
export function* ruleDates(
  start: number,
  rule: ICAL.Recur,
  end: number,
  step: () => void,
): Generator<number> {
  const reading = readParts(start, rule)
  for (let index = 0; ; index += rule.interval) {
    step()
    const from = periodStart(start, rule, index)
    // Also true when `from` is NaN.
    if (!(from <= end)) return
    const times = timesOfDay(reading, from)
    const walls: number[] = []
    for (const day of daysOf(reading, from)) {
      step()
      if (!matchesDay(reading, day)) continue
      for (const time of times) {
        step()
        walls.push(day + time)
      }
    }
    for (const wall of atPositions(walls, reading.positions)) {
      if (wall > end) return
      if (wall >= start) yield wall
    }
  }
}

function readParts(start: number, { freq, parts }: ICAL.Recur): Reading {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYHOUR, BYMINUTE, BYSETPOS } = parts as Parts
  const { BYDAY } = parts as { BYDAY?: string[] }
  const first = new Date(start)
  const noDay = !BYDAY && !BYMONTHDAY && !BYYEARDAY
  const ownMonthDay = noDay && (freq === 'MONTHLY' || freq === 'YEARLY')
  const ownMonth = noDay && freq === 'YEARLY'
  const ownWeekday = freq === 'WEEKLY' && !BYDAY
  const nths = freq === 'MONTHLY' || freq === 'YEARLY'
  return {
    freq,
    months: BYMONTH?.toSorted((a, b) => a - b) ?? (ownMonth ? [first.getUTCMonth() + 1] : undefined),
    monthDays: BYMONTHDAY ?? (ownMonthDay ? [first.getUTCDate()] : undefined),
    yearDays: BYYEARDAY,
    weekdays: ownWeekday
      ? [{ nth: 0, weekday: first.getUTCDay() }]
      : BYDAY?.map((text) => ({
          nth: nths ? Number(text.slice(0, -2)) : 0,
          weekday: WEEKDAYS.indexOf(text.slice(-2)),
        })),
    nthOfYear: freq === 'YEARLY' && !BYMONTH,
    hours: BYHOUR ?? (freq === 'HOURLY' ? undefined : [first.getUTCHours()]),
    minutes: BYMINUTE ?? [first.getUTCMinutes()],
    positions: BYSETPOS,
  }
}

/** The beginning of the period that is `index` periods after that of `start`. */
function periodStart(start: number, { freq, wkst }: ICAL.Recur, index: number): number {
  const date = new Date(start)
  const day = start - (start % DAY_MS)
  if (freq === 'HOURLY') return start - (start % HOUR_MS) + index * HOUR_MS
  if (freq === 'DAILY') return day + index * DAY_MS
  // ical.js numbers weekdays from Sunday = 1.
  if (freq === 'WEEKLY') return day - ((date.getUTCDay() - (wkst - 1) + 7) % 7) * DAY_MS + index * 7 * DAY_MS
  if (freq === 'MONTHLY') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index, 1)
  return Date.UTC(date.getUTCFullYear() + index, 0, 1)
}

/** Candidate days of a period, in order. */
function daysOf({ freq, months, monthDays, yearDays, weekdays }: Reading, from: number): number[] {
  const date = new Date(from)
  const year = date.getUTCFullYear()
  if (freq === 'HOURLY' || freq === 'DAILY') return [from - (from % DAY_MS)]
  if (freq === 'WEEKLY') {
    const week = Array.from({ length: 7 }, (_, index) => from + index * DAY_MS)
    return week.filter((day) => weekdays!.some(({ weekday }) => weekday === weekdayOf(day)))
  }
  if (freq === 'MONTHLY') return daysOfMonth(year, date.getUTCMonth() + 1, monthDays)
  if (yearDays) {
    const length = daysInYear(year)
    return inOrder(yearDays.map((day) => placeOf(day, length))).map((day) => Date.UTC(year, 0, day))
  }
  const all = months ?? Array.from({ length: 12 }, (_, index) => index + 1)
  return all.flatMap((month) => daysOfMonth(year, month, monthDays))
}

function daysOfMonth(year: number, month: number, monthDays: number[] | undefined): number[] {
  const length = lengthOfMonth(year, month)
  const days = monthDays
    ? inOrder(monthDays.map((day) => placeOf(day, length)).filter((day) => day <= length))
    : Array.from({ length }, (_, index) => index + 1)
  return days.map((day) => Date.UTC(year, month - 1, day))
}

function matchesDay(reading: Reading, day: number): boolean {
  const { months, monthDays, yearDays, weekdays, nthOfYear } = reading
  const own = weekdayOf(day)
  const sameDay = weekdays?.filter(({ weekday }) => weekday === own)
  if (sameDay?.length === 0) return false
  const date = new Date(day)
  const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  if (months && !months.includes(month)) return false
  const monthLength = lengthOfMonth(year, month)
  if (monthDays && !isListed(monthDays, monthDay, monthLength)) return false
  const yearDay = (day - Date.UTC(year, 0, 1)) / DAY_MS + 1
  if (yearDays && !isListed(yearDays, yearDay, daysInYear(year))) return false
  if (!sameDay) return true
  const [place, length] = nthOfYear ? [yearDay, daysInYear(year)] : [monthDay, monthLength]
  const nths = [0, Math.ceil(place / 7), -Math.ceil((length - place + 1) / 7)]
  return sameDay.some(({ nth }) => nths.includes(nth))
}

/** 0 is Sunday. 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day / DAY_MS + 4) % 7) + 7) % 7
}

/** The times of a day, or those in one hour for HOURLY, in ms since midnight. */
function timesOfDay({ freq, hours, minutes }: Reading, from: number): number[] {
  const own = new Date(from).getUTCHours()
  const all = freq === 'HOURLY' ? (!hours || hours.includes(own) ? [own] : []) : hours!
  return inOrder(all.flatMap((hour) => minutes.map((minute) => hour * HOUR_MS + minute * 60_000)))
}

/** Picks dates of a period by position (1 first, -1 last); without positions, all of them. */
function atPositions(walls: number[], positions: number[] | undefined): number[] {
  if (!positions) return walls
  return inOrder(positions.flatMap((position) => walls.at(position > 0 ? position - 1 : position) ?? []))
}

/** The position of a day from 1; negative numbers count from the end. Below 1 the day does not exist. */
function placeOf(day: number, length: number): number {
  return day < 0 ? length + day + 1 : day
}

function isListed(days: number[], day: number, length: number): boolean {
  return days.some((listed) => placeOf(listed, length) === day)
}

function inOrder(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

function lengthOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function daysInYear(year: number): number {
  return (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY_MS
}
