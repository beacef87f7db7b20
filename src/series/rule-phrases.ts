import type { Counted, Language } from '../words/index.ts'

/** A text by the plural form of its number, or by that of ordinals. */
export type Forms = Counted

/** The phrases of a rule in one language. Weekdays, months, dates and lists are those of Intl. */
export interface RulePhrases {
  /** `each`: of the interval 1. */
  every: Record<'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', { each: string } & Forms>
  /** Behind a rule: `{rule} on {days}`. */
  on: string
  in: string
  weekday: string
  /** `3rd`, by the plural rules of ordinals. It is `{nth}` in the other ordinals. */
  nth: Forms
  /** `the 3rd`, of a month. */
  dayOfMonth: Forms
  dayOfYear: string
  endOfMonth: string
  fromEnd: Forms
  /** The first to the fourth, and the last. */
  places: [string, string, string, string, string]
  /** `the first Tuesday`, and `the first Tuesday of March`. */
  placeOfMonth: string
  ofMonth: string
  /** `the 5th Tuesday`, `the 2nd last Tuesday`. */
  placeNth: Forms
  placeFromEnd: Forms
  until: string
  times: Forms
  skips: string
  /** A rule that has more than words can say. */
  more: string
  anyRule: string
}

export const RULE_PHRASES: Record<Language, RulePhrases> = {
  en: {
    every: {
      DAILY: { each: 'every day', other: 'every {count} days' },
      WEEKLY: { each: 'every week', other: 'every {count} weeks' },
      MONTHLY: { each: 'every month', other: 'every {count} months' },
      YEARLY: { each: 'every year', other: 'every {count} years' },
    },
    on: '{rule} on {days}',
    in: '{rule} in {months}',
    weekday: '{weekday}',
    nth: { one: '{count}st', two: '{count}nd', few: '{count}rd', other: '{count}th' },
    dayOfMonth: { other: 'the {nth}' },
    dayOfYear: '{day}',
    endOfMonth: 'the last day',
    fromEnd: { other: 'the {nth} last day' },
    places: ['first', 'second', 'third', 'fourth', 'last'],
    placeOfMonth: 'the {place} {weekday}',
    ofMonth: '{days} of {month}',
    placeNth: { other: 'the {nth} {weekday}' },
    placeFromEnd: { other: 'the {nth} last {weekday}' },
    until: '{rule} until {date}',
    times: { one: '{rule}, once', other: '{rule}, {count} times' },
    skips: '{rule}, not on days of {calendars}',
    more: '{rule}, as the rule {text} says',
    anyRule: 'by the rule {text}',
  },
  de: {
    every: {
      DAILY: { each: 'jeden Tag', other: 'alle {count} Tage' },
      WEEKLY: { each: 'jede Woche', other: 'alle {count} Wochen' },
      MONTHLY: { each: 'jeden Monat', other: 'alle {count} Monate' },
      YEARLY: { each: 'jedes Jahr', other: 'alle {count} Jahre' },
    },
    on: '{rule} am {days}',
    in: '{rule} im {months}',
    weekday: '{weekday}',
    nth: { other: '{count}.' },
    dayOfMonth: { other: '{nth}' },
    dayOfYear: '{day}',
    endOfMonth: 'letzten Tag',
    fromEnd: { other: '{nth} Tag vom Monatsende aus' },
    places: ['ersten', 'zweiten', 'dritten', 'vierten', 'letzten'],
    placeOfMonth: '{place} {weekday}',
    ofMonth: '{days} im {month}',
    placeNth: { other: '{nth} {weekday}' },
    placeFromEnd: { other: '{nth} {weekday} vom Monatsende aus' },
    until: '{rule} bis zum {date}',
    times: { one: '{rule}, einmal', other: '{rule}, {count}-mal' },
    skips: '{rule}, nicht an Tagen von {calendars}',
    more: '{rule}, wie es die Regel {text} sagt',
    anyRule: 'nach der Regel {text}',
  },
  fr: {
    every: {
      DAILY: { each: 'chaque jour', other: 'tous les {count} jours' },
      WEEKLY: { each: 'chaque semaine', other: 'toutes les {count} semaines' },
      MONTHLY: { each: 'chaque mois', other: 'tous les {count} mois' },
      YEARLY: { each: 'chaque année', other: 'tous les {count} ans' },
    },
    on: '{rule} {days}',
    in: '{rule} en {months}',
    weekday: 'le {weekday}',
    nth: { one: '{count}er', other: '{count}e' },
    dayOfMonth: { one: 'le {count}er', other: 'le {count}' },
    dayOfYear: 'le {day}',
    endOfMonth: 'le dernier jour',
    fromEnd: { other: 'le {nth} jour avant la fin du mois' },
    places: ['premier', 'deuxième', 'troisième', 'quatrième', 'dernier'],
    placeOfMonth: 'le {place} {weekday}',
    ofMonth: '{days} du mois de {month}',
    placeNth: { other: 'le {nth} {weekday}' },
    placeFromEnd: { other: 'le {nth} {weekday} en partant de la fin' },
    until: '{rule} jusqu’au {date}',
    times: { one: '{rule}, une fois', other: '{rule}, {count} fois' },
    skips: '{rule}, sauf les jours de {calendars}',
    more: '{rule}, selon la règle {text}',
    anyRule: 'selon la règle {text}',
  },
  es: {
    every: {
      DAILY: { each: 'cada día', other: 'cada {count} días' },
      WEEKLY: { each: 'cada semana', other: 'cada {count} semanas' },
      MONTHLY: { each: 'cada mes', other: 'cada {count} meses' },
      YEARLY: { each: 'cada año', other: 'cada {count} años' },
    },
    on: '{rule} {days}',
    in: '{rule} en {months}',
    weekday: 'el {weekday}',
    nth: { other: '{count}.º' },
    dayOfMonth: { other: 'el día {count}' },
    dayOfYear: 'el {day}',
    endOfMonth: 'el último día',
    fromEnd: { other: 'el {nth} día contado desde el final' },
    places: ['primer', 'segundo', 'tercer', 'cuarto', 'último'],
    placeOfMonth: 'el {place} {weekday}',
    ofMonth: '{days} de {month}',
    placeNth: { other: 'el {nth} {weekday}' },
    placeFromEnd: { other: 'el {nth} {weekday} contado desde el final' },
    until: '{rule} hasta el {date}',
    times: { one: '{rule}, una vez', other: '{rule}, {count} veces' },
    skips: '{rule}, salvo los días de {calendars}',
    more: '{rule}, según la regla {text}',
    anyRule: 'según la regla {text}',
  },
  ja: {
    every: {
      DAILY: { each: '毎日', other: '{count}日ごと' },
      WEEKLY: { each: '毎週', other: '{count}週間ごと' },
      MONTHLY: { each: '毎月', other: '{count}か月ごと' },
      YEARLY: { each: '毎年', other: '{count}年ごと' },
    },
    on: '{rule}の{days}',
    in: '{months}の{rule}',
    weekday: '{weekday}',
    nth: { other: '第{count}' },
    dayOfMonth: { other: '{count}日' },
    dayOfYear: '{day}',
    endOfMonth: '末日',
    fromEnd: { other: '月末から{count}日目' },
    places: ['第1', '第2', '第3', '第4', '最終'],
    placeOfMonth: '{place}{weekday}',
    ofMonth: '{month}の{days}',
    placeNth: { other: '{nth}{weekday}' },
    placeFromEnd: { other: '最後から{count}番目の{weekday}' },
    until: '{rule}、{date}まで',
    times: { other: '{rule}、{count}回' },
    skips: '{rule}（{calendars}の日を除く）',
    more: '{rule}（規則 {text} による）',
    anyRule: '規則 {text} による',
  },
  ar: {
    every: {
      DAILY: { each: 'كل يوم', two: 'كل يومين', few: 'كل {count} أيام', other: 'كل {count} يومًا' },
      WEEKLY: { each: 'كل أسبوع', two: 'كل أسبوعين', few: 'كل {count} أسابيع', other: 'كل {count} أسبوعًا' },
      MONTHLY: { each: 'كل شهر', two: 'كل شهرين', few: 'كل {count} أشهر', other: 'كل {count} شهرًا' },
      YEARLY: { each: 'كل سنة', two: 'كل سنتين', few: 'كل {count} سنوات', other: 'كل {count} سنة' },
    },
    on: '{rule}، {days}',
    in: '{rule} في {months}',
    weekday: 'يوم {weekday}',
    nth: { other: '{count}' },
    dayOfMonth: { other: 'اليوم {count}' },
    dayOfYear: '{day}',
    endOfMonth: 'اليوم الأخير',
    fromEnd: { other: 'اليوم {count} من نهاية الشهر' },
    places: ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الأخير'],
    placeOfMonth: 'يوم {weekday} {place}',
    ofMonth: '{days} من {month}',
    placeNth: { other: 'يوم {weekday} رقم {count}' },
    placeFromEnd: { other: 'يوم {weekday} رقم {count} من نهاية الشهر' },
    until: '{rule} حتى {date}',
    times: {
      one: '{rule}، مرة واحدة',
      two: '{rule}، مرتين',
      few: '{rule}، {count} مرات',
      other: '{rule}، {count} مرة',
    },
    skips: '{rule}، ما عدا أيام {calendars}',
    more: '{rule}، كما تقول القاعدة {text}',
    anyRule: 'حسب القاعدة {text}',
  },
}
