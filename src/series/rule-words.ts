import type { Language } from '../words/index.ts'
import { say } from '../words/say.ts'
import { readRule, type Rule } from './rule.ts'
import { formOf, type RuleDate, type Weekday, weekdayOf, WEEKDAYS } from './rule-form.ts'
import { type Forms, RULE_PHRASES, type RulePhrases } from './rule-phrases.ts'

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
 * words can't say all of it, the text of the rule is among them. `locale`: a BCP 47 tag; in English if its language has
 * no phrases.
 */
export function ruleInWords({ rule: text, date, skips = [] }: SaidRule, locale: string): string {
  const words = wordsOf(locale)
  const rule = readRule(text)
  const said = 'fault' in rule ? say(words.anyRule, { text }) : sayRule(rule, text, date, locale, words)
  return skips.length === 0
    ? said
    : say(words.skips, { rule: said, calendars: new Intl.ListFormat(locale).format(skips) })
}

/** Returns the days alone that a rule says, such as `the first Tuesday`; undefined if it says none. */
export function ruleDaysInWords({ rule: text, date }: SaidRule, locale: string): string | undefined {
  const words = wordsOf(locale)
  const rule = readRule(text)
  return 'fault' in rule ? undefined : daysInWords(rule, date.day, phrases(locale, words), words)
}

function wordsOf(locale: string): RulePhrases {
  const language = locale.split('-')[0]!
  return Object.hasOwn(RULE_PHRASES, language) ? RULE_PHRASES[language as Language] : RULE_PHRASES.en
}

function sayRule(rule: Rule, text: string, date: RuleDate, locale: string, words: RulePhrases): string {
  const phrase = phrases(locale, words)
  const { freq, interval, count } = rule
  const every = words.every[freq as keyof RulePhrases['every']]
  let said = interval === 1 ? every.each : phrase.counted(every, interval)
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

function phrases(locale: string, words: RulePhrases) {
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
    ordinal: (forms: Forms, value: number, values?: Record<string, string>) =>
      pick(forms, ordinals, value, { ...values, nth: pick(words.nth, ordinals, value) }),
    list: (texts: string[]) => new Intl.ListFormat(locale).format(texts),
    // 5 January 1970 was a Monday.
    weekday: (weekday: Weekday) =>
      format({ weekday: 'long' }).format(Date.UTC(1970, 0, 5 + WEEKDAYS.indexOf(weekday))),
    month: (month: number) => format({ month: 'long' }).format(Date.UTC(1970, month - 1, 1)),
    dayOfYear: (month: number, day: number) =>
      say(words.dayOfYear, {
        day: format({ day: 'numeric', month: 'long' }).format(Date.UTC(1972, month - 1, day)),
      }),
    date: (day: string) => format({ dateStyle: 'long' }).format(Date.parse(day)),
  }
}

function daysInWords(
  { freq, byDay, byMonth, byMonthDay }: Rule,
  day: string,
  phrase: Phrases,
  words: RulePhrases,
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
          ? phrase.ordinal(words.fromEnd, -number)
          : phrase.ordinal(words.dayOfMonth, number),
    ),
  ]
  if (named.length === 0) return undefined
  const days = phrase.list(named)
  return yearly && byMonth
    ? say(words.ofMonth, { days, month: phrase.list(byMonth.map((month) => phrase.month(month))) })
    : days
}

function weekdayInWords(entry: string, phrase: Phrases, words: RulePhrases): string {
  const weekday = phrase.weekday(entry.slice(-2) as Weekday)
  const place = Number(entry.slice(0, -2))
  if (place === 0) return say(words.weekday, { weekday })
  const named = place === -1 ? words.places[4] : place > 0 && place < 5 ? words.places[place - 1] : undefined
  if (named !== undefined) return say(words.placeOfMonth, { place: named, weekday })
  // The fifth and later ones, and those before the last.
  return phrase.ordinal(place < 0 ? words.placeFromEnd : words.placeNth, Math.abs(place), { weekday })
}
