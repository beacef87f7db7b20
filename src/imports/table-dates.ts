import { addDays, isDay } from '../time/day.ts'
import { dayNames, withoutAccents } from './day-names.ts'
import { plainCell, readTimes } from './table-times.ts'

/** `day`: 3/4/2026 is in April; `month`: it is in March. */
export type SlashOrder = 'day' | 'month'

/** Rules for the dates of a whole table. */
export interface DateRules {
  order?: SlashOrder | undefined
  /**
   * Returns the year of a date that names none. `weekdays`: those that the cell can mean, Sunday is 0. Without this
   * rule such a date is unreadable.
   */
  yearOf?: (month: number, day: number, weekdays: ReadonlySet<number> | undefined) => number
}

/** The dates and times of a cell, in the API's form. */
export interface Moment {
  /** The cell itself if it is no date, so that it becomes a fault. */
  date: string
  /** Empty without one. */
  time: string
  /** The last day of a range in one cell; empty without one. */
  endDate: string
  endTime: string
  /** IANA; only if the cell has one, such as `7:00 PM ET`. */
  timezone?: string
  /** The cell names no year. */
  yearless?: true
  /** The weekday in the cell is not the one of the date. */
  otherWeekday?: true
}

/** A date and time in the one form that programs write. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?$/
/** Separators of a weekday, a date and a time in a cell. */
const BETWEEN = /^[\s,;|·،、().\]["*]+|[\s,;|·،、(["*]+$/gu
const WORDS_BETWEEN =
  /^(?:(?:um|at|@|am|on|vom|von|from|du|le|la|les|el|den|der|the|dès|ab|à|a las|kl|klo|ore|في|يوم|t)\b\.?|[-–—])\s*/u
const CJK_WEEKDAY =
  /[（(]([日月火水木金土])(?:曜日?)?(?:[・･.]?祝)?[)）]|([日月火水木金土])曜日?|[（(]([일월화수목금토])(?:요일)?[)）]|([일월화수목금토])요일/u
const CJK_WEEKDAYS = ['日일', '月월', '火화', '水수', '木목', '金금', '土토']
const NUMBER_END = String.raw`(?:st|nd|rd|th|er|re|º|ª|°|\.)?`
const RANGE =
  /\s+(?:-|–|—|~|〜|bis|to|until|till|au|al|a|à|hasta|إلى|حتى)\s+|\s*(?:〜|~|から|–|—)\s*|(?<=[\d.])-(?=\d)/u

interface Found {
  year: number | undefined
  month: number
  day: number
  /** The text of the cell beside the date. */
  rest: string
}

type Pattern = [RegExp, (parts: string[], order: SlashOrder | undefined) => Omit<Found, 'rest'> | undefined]

const month = (name: string) => dayNames().months.get(name) ?? dayNames().months.get(withoutAccents(name))
const fullYear = (year: string | undefined) =>
  year ? Number(year.length === 2 ? `20${year}` : year) : undefined
const inOrder = (first: string, second: string, year: string | undefined, order: SlashOrder | undefined) =>
  order && {
    year: fullYear(year),
    month: Number(order === 'day' ? second : first),
    day: Number(order === 'day' ? first : second),
  }

/** A year of two digits is not the beginning of a time. */
const YEAR = String.raw`(\d{4}|\d{2}(?![.:]?\d|\s?(?:[ap]\.?m|h|uhr|時)))(?!\d)`
const NAME = String.raw`([\p{L}][\p{L}\p{M}]+)\.?`

/** In this order: a later one reads part of what an earlier one reads. */
const NUMBERS: Pattern[] = [
  [
    /(?<!\d)(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)\.?/u,
    ([y, , m, d]) => ({ year: Number(y), month: Number(m), day: Number(d) }),
  ],
  [
    /(?<!\d)(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일]?/u,
    ([y, m, d]) => ({ year: Number(y), month: Number(m), day: Number(d) }),
  ],
  [
    /(?<!\d)(\d{1,2})[月월]\s?(\d{1,2})[日일]/u,
    ([m, d]) => ({ year: undefined, month: Number(m), day: Number(d) }),
  ],
  [
    new RegExp(String.raw`(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?${YEAR}`, 'u'),
    ([d, m, y]) => inOrder(d!, m!, y, 'day'),
  ],
  [
    new RegExp(String.raw`(?<!\d)(\d{1,2})([/-])(\d{1,2})\2${YEAR}`, 'u'),
    ([a, , b, y], order) => inOrder(a!, b!, y, order),
  ],
  [/(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/u, ([d, m]) => inOrder(d!, m!, undefined, 'day')],
  [/(?<![\d/])(\d{1,2})\/(\d{1,2})(?![\d/])/u, ([a, b], order) => inOrder(a!, b!, undefined, order)],
]
const NAMES: Pattern[] = [
  [
    new RegExp(
      String.raw`(?<!\d)(\d{1,2})${NUMBER_END}[\s\-/]*(?:de |of |d')?${NAME}[\s,\-/]*(?:de |del |of )?'?${YEAR}`,
      'u',
    ),
    ([d, m, y]) => named(d!, m!, y),
  ],
  [
    new RegExp(String.raw`${NAME}\s?(\d{1,2})${NUMBER_END}(?!\d),?\s*'?${YEAR}`, 'u'),
    ([m, d, y]) => named(d!, m!, y),
  ],
  [
    new RegExp(String.raw`(\d{4})[\s\-.]+${NAME}[\s\-]?(\d{1,2})(?!\d)${NUMBER_END}`, 'u'),
    ([y, m, d]) => named(d!, m!, y),
  ],
  [
    new RegExp(String.raw`(?<!\d)(\d{1,2})${NUMBER_END}[\s\-]*(?:de |of |d')?${NAME}(?![\s\d]*\d{4})`, 'u'),
    ([d, m]) => named(d!, m!, undefined),
  ],
  [
    new RegExp(String.raw`${NAME}\s?(\d{1,2})${NUMBER_END}(?![\d:])`, 'u'),
    ([m, d]) => named(d!, m!, undefined),
  ],
]

function named(day: string, name: string, year: string | undefined) {
  const number = month(name)
  return number === undefined ? undefined : { year: fullYear(year), month: number, day: Number(day) }
}

/**
 * Reads a cell with a date, a date and a time, or a range of either, as people of many countries write them. A
 * weekday in front or behind is no part of the date. Everything in the cell must be understood: otherwise the whole
 * cell is returned as `date`.
 */
export function readMoment(cell: string, rules: DateRules = {}): Moment {
  const nothing = { date: cell, time: '', endDate: '', endTime: '' }
  const iso = ISO.exec(cell)
  if (iso) return { ...nothing, date: iso[1]!, time: iso[2] ?? '' }
  const text = plainCell(cell)
  if (!/\d/.test(text)) return nothing
  return readSingle(text, rules) ?? readRange(text, rules) ?? nothing
}

function readSingle(text: string, rules: DateRules): Moment | undefined {
  const weekdays = weekdaysIn(text)
  const bare = weekdays ? weekdays.rest : text
  // Arabic figures are used only where the day is first; `plainCell` has replaced them.
  for (const [pattern, parts] of /\p{L}{3}/u.test(bare) ? [...NAMES, ...NUMBERS] : NUMBERS) {
    const match = pattern.exec(bare)
    const found = match && parts(match.slice(1), rules.order)
    if (!found) continue
    const rest = restOf(`${bare.slice(0, match.index)} ${bare.slice(match.index + match[0].length)}`)
    const times = rest === '' ? { time: '', endTime: '' } : readTimes(rest)
    if (!times) continue
    const year = found.year ?? rules.yearOf?.(found.month, found.day, weekdays?.days)
    if (year === undefined) continue
    const date = `${String(year).padStart(4, '0')}-${twoDigits(found.month)}-${twoDigits(found.day)}`
    if (!isDay(date)) continue
    return {
      ...{ date, endDate: '', ...times },
      ...(found.year === undefined && { yearless: true }),
      ...(weekdays?.days && !weekdays.days.has(weekdayOf(date)) && { otherWeekday: true }),
    }
  }
  return undefined
}

/** Reads `15.2.2027 – 20.2.2027`, `15. – 20. Feb 2027` or `April 5-9, 2027`. */
function readRange(text: string, rules: DateRules): Moment | undefined {
  const american = new RegExp(
    String.raw`^(\p{L}+\.? )(\d{1,2})\s?[-–—]\s?(\d{1,2}(?:,? ?\d{4})?)$`,
    'u',
  ).exec(text)
  const [from = '', to = '', ...more] = american
    ? [american[1]! + american[2]!, american[1]! + american[3]!]
    : text.replace(/から$/u, '').split(RANGE)
  if (!from || !to || more.length > 0) return undefined
  const end = readSingle(restOf(to), rules)
  if (!end) return undefined
  const [year, endMonth] = [Number(end.date.slice(0, 4)), end.date.slice(5, 7)]
  // The start takes what it lacks from the end.
  const day = /^(\d{1,2})\.?$/.exec(restOf(from))?.[1]
  const sameMonth = day && `${year}-${endMonth}-${day.padStart(2, '0')}`
  const yearOf = (month: number) => (month > Number(endMonth) ? year - 1 : year)
  const start = sameMonth
    ? { date: sameMonth, time: '', endTime: '' }
    : readSingle(restOf(from), { ...rules, yearOf })
  if (!start || !isDay(start.date) || start.endTime || end.endTime) return undefined
  const { yearless, timezone } = end
  const also = { ...(yearless && { yearless }), ...(timezone && { timezone }) }
  return { date: start.date, time: start.time, endDate: end.date, endTime: end.time, ...also }
}

/** Removes the signs and words that join a date with a weekday or a time. */
function restOf(text: string): string {
  let rest = text
  for (;;) {
    const shorter = rest
      .replace(BETWEEN, '')
      .replace(WORDS_BETWEEN, '')
      .replace(/\s[-–—]$/u, '')
      .replace(/^t(?=\d)/, '')
      .trim()
    if (shorter === rest) return rest
    rest = shorter
  }
}

/** The weekdays that a text can mean, Sunday is 0, and the text without them; undefined if it names none. */
export function weekdaysIn(text: string): { days: ReadonlySet<number>; rest: string } | undefined {
  const cjk = CJK_WEEKDAY.exec(text)
  if (cjk) {
    const sign = cjk.slice(1).find(Boolean)!
    const day = CJK_WEEKDAYS.findIndex((signs) => signs.includes(sign))
    return { days: new Set([day]), rest: text.replace(cjk[0], ' ') }
  }
  // A month's short name can be a weekday's in another language: only at the beginning or the end.
  for (const match of text.matchAll(/(?<![\p{L}\p{M}])[\p{L}\p{M}]{2,}(?:-feira)?(?![\p{L}\p{M}])\.?/gu)) {
    const word = match[0].replace(/\.$/, '')
    const days = dayNames().weekdays.get(word) ?? dayNames().weekdays.get(word.replace('-feira', ''))
    if (!days) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    // "mar 6" is a date of March, and "mar 6 mars" a Tuesday.
    const isMonth =
      month(word) !== undefined &&
      !NAMES.some(([pattern, parts]) => {
        const found = pattern.exec(rest)
        return found && parts(found.slice(1), undefined)
      }) &&
      !/\d[./-]\d/.test(rest)
    if (!isMonth) return { days, rest }
  }
  return undefined
}

/** True for a cell with nothing but a weekday. */
export function isWeekday(cell: string): boolean {
  const text = plainCell(cell)
  if (text === '' || text.length > 20 || /\d/.test(text)) return false
  if (/^[日月火水木金土일월화수목금토]$/u.test(text)) return true
  return dayNames().weekdays.has(text.replace(/\.$/, '')) || weekdaysIn(text)?.rest.trim() === ''
}

function weekdayOf(date: string): number {
  return new Date(date).getUTCDay()
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

const SLASHES = new RegExp(String.raw`(?<![\d/])(\d{1,2})([/-])(\d{1,2})(?:\2${YEAR}|(?![\d/-]))`, 'u')
const hasArabicFigures = (cell: string) => /[\u0660-\u0669\u06f0-\u06f9]/.test(cell)

function slashesOf(cell: string) {
  const match = SLASHES.exec(plainCell(cell))
  // `3-4` without a year is no date.
  if (!match || (match[2] === '-' && !match[4])) return undefined
  return { first: Number(match[1]), second: Number(match[3]), year: fullYear(match[4]) }
}

/**
 * The order of day and month in dates such as 3/4/2027. A day after the 12th tells it, or a weekday that is right
 * only in one order. Undefined if nothing does, or if two dates contradict each other. `cells`: the dates, each with
 * what its row has as a weekday.
 */
export function slashOrder(cells: (string | { date: string; weekday: string })[]): SlashOrder | undefined {
  let [day, month] = [0, 0]
  for (const entry of cells) {
    const { date, weekday } = typeof entry === 'string' ? { date: entry, weekday: '' } : entry
    const slashes = slashesOf(date)
    if (!slashes) continue
    const { first, second, year } = slashes
    if (hasArabicFigures(date)) day++
    if (first > 12) day++
    else if (second > 12) month++
    else if (year !== undefined && first !== second) {
      const days =
        weekdaysIn(plainCell(date))?.days ?? (weekday ? weekdaysIn(plainCell(weekday))?.days : undefined)
      const fits = (m: number, d: number) =>
        days?.has(new Date(Date.UTC(year, m - 1, d)).getUTCDay()) ?? false
      if (fits(second, first) && !fits(first, second)) day++
      if (fits(first, second) && !fits(second, first)) month++
    }
  }
  return day > 0 === month > 0 ? undefined : day > 0 ? 'day' : 'month'
}

/** True if a date has slashes, so that it can't be read without the order. */
export function needsOrder(cells: string[]): boolean {
  return cells.some((cell) => slashesOf(cell) !== undefined && readMoment(cell).date === cell)
}

/**
 * Returns the rule for dates without a year: the season or year that the table names; otherwise the next such day
 * from today, or the nearest one on the weekday that the cell has. `today`: YYYY-MM-DD. `texts`: those around the
 * table, such as its title.
 */
export function yearRule(today: string, texts: string[]): NonNullable<DateRules['yearOf']> {
  const season = texts.map((text) => seasonIn(text)).find((years) => years !== undefined)
  return (month, day, weekdays) => {
    const at = (year: number) => `${year}-${twoDigits(month)}-${twoDigits(day)}`
    const now = Number(today.slice(0, 4))
    const next = at(now) >= today ? now : now + 1
    const ofSeason = season && (month >= 7 ? season.first : season.last)
    const first = ofSeason ?? next
    const years = [first, next, next - 1, next + 1, next - 2, next + 2, next + 3, next + 4]
    const fits = (year: number) => isDay(at(year)) && (weekdays?.has(weekdayOf(at(year))) ?? true)
    return years.find(fits) ?? first
  }
}

/** The years in `Season 2026/27` or `Kalender 2027`. */
function seasonIn(text: string): { first: number; last: number } | undefined {
  const years = /(?<![\d./-])(20\d\d)\s?[/–-]\s?(?:20)?(\d\d)(?![\d./-])/u.exec(text)
  if (years && Number(years[1]) % 100 === Number(years[2]) - 1)
    return { first: Number(years[1]), last: Number(years[1]) + 1 }
  const [year, ...others] = [...text.matchAll(/(?<![\d./-])20\d\d(?![\d./-])/gu)].map(([found]) =>
    Number(found),
  )
  return year !== undefined && others.every((other) => other === year) && !/\d[./-]\d/.test(text)
    ? { first: year, last: year }
    : undefined
}

/** Adds a day where an end without a date is before its start, as after midnight. */
export function endDayOf(date: string, time: string, endTime: string): string {
  const isNight = time !== '' && endTime !== '' && endTime < time && endTime <= '08:00' && isDay(date)
  return isNight ? addDays(date, 1) : date
}
