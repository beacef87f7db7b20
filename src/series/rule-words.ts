import { say } from '../words/say.ts'
import { readRule, type Rule } from './rule.ts'
import { formOf, type RuleDate, type Weekday, weekdayOf, WEEKDAYS } from './rule-form.ts'

/** A text by the plural form of its number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The phrases of a rule in one language. Weekdays, months, dates and lists are those of Intl. */
export interface RuleWords {
  every: Record<'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', Forms>
  /** Behind a rule: `{rule} on {days}`. */
  on: string
  in: string
  /** `3rd`, by the plural rules of ordinals. */
  nth: Forms
  /** `the 3rd`, of a month. */
  dayOfMonth: string
  endOfMonth: string
  fromEnd: string
  /** The first to the fourth, and the last. */
  places: [string, string, string, string, string]
  /** `the first Tuesday`, and `the first Tuesday of March`. */
  placeOfMonth: string
  ofMonth: string
  until: string
  times: Forms
  skips: string
  /** A rule that has more than words can say. */
  more: string
  anyRule: string
}

export const ENGLISH: RuleWords = {
  every: {
    DAILY: { one: 'every day', other: 'every {count} days' },
    WEEKLY: { one: 'every week', other: 'every {count} weeks' },
    MONTHLY: { one: 'every month', other: 'every {count} months' },
    YEARLY: { one: 'every year', other: 'every {count} years' },
  },
  on: '{rule} on {days}',
  in: '{rule} in {months}',
  nth: { one: '{count}st', two: '{count}nd', few: '{count}rd', other: '{count}th' },
  dayOfMonth: 'the {nth}',
  endOfMonth: 'the last day',
  fromEnd: 'the {nth} last day',
  places: ['first', 'second', 'third', 'fourth', 'last'],
  placeOfMonth: 'the {place} {weekday}',
  ofMonth: '{days} of {month}',
  until: '{rule} until {date}',
  times: { one: '{rule}, once', other: '{rule}, {count} times' },
  skips: '{rule}, not on days of {calendars}',
  more: '{rule}, as the rule {text} says',
  anyRule: 'by the rule {text}',
}

export interface SaidRule {
  /** RFC 5545, 3.3.10. */
  rule: string
  /** A date that it gives, such as the first one. */
  date: RuleDate
  /** Names of the calendars whose days it skips. */
  skips?: string[]
}

/**
 * Returns a rule in words, such as `every week on Tuesday until 30 June 2027, not on days of School holidays`. Where
 * words can't say all of it, the text of the rule is among them. `locale`: a BCP 47 tag of the language of `words`.
 */
export function ruleInWords(
  { rule: text, date, skips = [] }: SaidRule,
  locale: string,
  words = ENGLISH,
): string {
  const rule = readRule(text)
  const said = 'fault' in rule ? say(words.anyRule, { text }) : sayRule(rule, text, date, locale, words)
  return skips.length === 0
    ? said
    : say(words.skips, { rule: said, calendars: new Intl.ListFormat(locale).format(skips) })
}

function sayRule(rule: Rule, text: string, date: RuleDate, locale: string, words: RuleWords): string {
  const phrase = phrases(locale, words)
  const { freq, interval, count } = rule
  let said = phrase.counted(words.every[freq as keyof RuleWords['every']], interval)
  const days = daysInWords(rule, date.day, phrase, words)
  if (days) said = say(words.on, { rule: said, days })
  const months = rule.byMonth?.map((month) => phrase.month(month)) ?? []
  if (months.length > 0 && freq !== 'YEARLY')
    said = say(words.in, { rule: said, months: phrase.list(months) })
  const { byWeekNo, byYearDay, byHour, byMinute, bySetPos } = rule
  if (byWeekNo || byYearDay || byHour || byMinute || bySetPos) said = say(words.more, { rule: said, text })
  const last = formOf(endOnly(text), date)?.until
  if (last !== undefined) said = say(words.until, { rule: said, date: phrase.date(last) })
  return count === undefined ? said : phrase.counted(words.times, count, { rule: said })
}

/** A rule with the same end that a form can always express. */
function endOnly(text: string): string {
  const end = text.split(';').filter((part) => /^(UNTIL|COUNT)=/i.test(part))
  return ['FREQ=DAILY', ...end].join(';')
}

type Phrases = ReturnType<typeof phrases>

function phrases(locale: string, words: RuleWords) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const [numbers, ordinals] = [
    new Intl.PluralRules(locale),
    new Intl.PluralRules(locale, { type: 'ordinal' }),
  ]
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const pick = (forms: Forms, rules: Intl.PluralRules, value: number, values: Record<string, string> = {}) =>
    say(forms[rules.select(value)] ?? forms.other, { ...values, count: number(value) })
  return {
    counted: (forms: Forms, value: number, values?: Record<string, string>) =>
      pick(forms, numbers, value, values),
    nth: (value: number) => pick(words.nth, ordinals, value),
    list: (texts: string[]) => new Intl.ListFormat(locale).format(texts),
    // 5 January 1970 was a Monday.
    weekday: (weekday: Weekday) =>
      format({ weekday: 'long' }).format(Date.UTC(1970, 0, 5 + WEEKDAYS.indexOf(weekday))),
    month: (month: number) => format({ month: 'long' }).format(Date.UTC(1970, month - 1, 1)),
    dayOfYear: (month: number, day: number) =>
      format({ day: 'numeric', month: 'long' }).format(Date.UTC(1972, month - 1, day)),
    date: (day: string) => format({ dateStyle: 'long' }).format(Date.parse(day)),
  }
}

function daysInWords(
  { freq, byDay, byMonth, byMonthDay }: Rule,
  day: string,
  phrase: Phrases,
  words: RuleWords,
): string | undefined {
  const [ownMonth, ownDay] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  const yearly = freq === 'YEARLY'
  if (yearly && !byDay && (byMonthDay ?? [ownDay]).every((number) => number > 0))
    return phrase.list(
      (byMonth ?? [ownMonth]).flatMap((month) =>
        (byMonthDay ?? [ownDay]).map((number) => phrase.dayOfYear(month, number)),
      ),
    )
  const named = [
    ...(byDay ?? (freq === 'WEEKLY' ? [weekdayOf(day)] : [])).map((entry) =>
      weekdayInWords(entry, phrase, words),
    ),
    ...(byMonthDay ?? (byDay || freq !== 'MONTHLY' ? [] : [ownDay])).map((number) =>
      number === -1
        ? words.endOfMonth
        : number < 0
          ? say(words.fromEnd, { nth: phrase.nth(-number) })
          : say(words.dayOfMonth, { nth: phrase.nth(number) }),
    ),
  ]
  if (named.length === 0) return undefined
  const days = phrase.list(named)
  return yearly && byMonth
    ? say(words.ofMonth, { days, month: phrase.list(byMonth.map((month) => phrase.month(month))) })
    : days
}

function weekdayInWords(entry: string, phrase: Phrases, words: RuleWords): string {
  const weekday = phrase.weekday(entry.slice(-2) as Weekday)
  const place = Number(entry.slice(0, -2))
  if (place === 0) return weekday
  const last = words.places[4]
  const named = place === -1 ? last : place < 5 ? words.places[place - 1] : undefined
  // The fifth and later ones, and those before the last.
  const counted = place < 0 ? `${phrase.nth(-place)} ${last}` : phrase.nth(place)
  return say(words.placeOfMonth, { place: named ?? counted, weekday })
}
