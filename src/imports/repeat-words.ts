import { readRule } from '../series/rule.ts'
import { isDay } from '../time/day.ts'

const ACCEPTED =
  'daily, weekdays, weekly, monthly, yearly or every 2 weeks, and may go on with until 2027-06-30 or 10 times; or it is a rule such as FREQ=WEEKLY;BYDAY=TU'

type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A whole cell, or what is in front of its end. In each list: English, German, French, Spanish, Japanese, Arabic. */
const PHRASES: Record<string, string[]> = {
  'FREQ=DAILY': [
    ...['daily', 'every day', 'täglich', 'jeden Tag', 'quotidien', 'tous les jours', 'chaque jour'],
    ...['diario', 'diariamente', 'cada día', 'todos los días', '毎日', 'يوميا', 'كل يوم'],
  ],
  'FREQ=WEEKLY': [
    ...['weekly', 'every week', 'wöchentlich', 'jede Woche', 'hebdomadaire', 'toutes les semaines'],
    ...['chaque semaine', 'semanal', 'semanalmente', 'cada semana', 'todas las semanas', '毎週'],
    ...['أسبوعيا', 'كل أسبوع'],
  ],
  'FREQ=WEEKLY;INTERVAL=2': ['fortnightly', 'every other week', 'jede zweite Woche', '隔週', 'كل أسبوعين'],
  'FREQ=MONTHLY': [
    ...['monthly', 'every month', 'monatlich', 'jeden Monat', 'mensuel', 'tous les mois', 'chaque mois'],
    ...['mensual', 'mensualmente', 'cada mes', 'todos los meses', '毎月', 'شهريا', 'كل شهر'],
  ],
  'FREQ=YEARLY': [
    ...['yearly', 'annually', 'every year', 'jährlich', 'jedes Jahr', 'annuel', 'tous les ans'],
    ...[
      'chaque année',
      'anual',
      'anualmente',
      'cada año',
      'todos los años',
      '毎年',
      'سنويا',
      'كل سنة',
      'كل عام',
    ],
  ],
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': [
    ...['weekdays', 'on weekdays', 'every weekday', 'monday to friday', 'wochentags', 'montags bis freitags'],
    ...['Montag bis Freitag', 'en semaine', 'du lundi au vendredi', 'entre semana', 'de lunes a viernes'],
    ...['平日', 'من الاثنين إلى الجمعة'],
  ],
  'FREQ=DAILY;INTERVAL=2': ['every other day', 'jeden zweiten Tag', '隔日', 'كل يومين'],
  'FREQ=MONTHLY;INTERVAL=2': ['every other month', 'jeden zweiten Monat', '隔月', 'كل شهرين'],
  'FREQ=YEARLY;INTERVAL=2': ['every other year', 'jedes zweite Jahr', '隔年', 'كل سنتين'],
}

/** Before a number of units, or after it. */
const EVERY = ['every', 'alle', 'toutes les', 'tous les', 'cada', 'كل']
const EVERY_AFTER = ['ごと', '毎']
const UNITS: Record<Frequency, string[]> = {
  DAILY: ['days', 'day', 'Tage', 'Tag', 'jours', 'jour', 'días', 'día', '日', 'أيام', 'يوما', 'يوم'],
  WEEKLY: [
    ...['weeks', 'week', 'Wochen', 'Woche', 'semaines', 'semaine', 'semanas', 'semana', '週間', '週'],
    ...['أسابيع', 'أسبوعا', 'أسبوع'],
  ],
  MONTHLY: [
    ...['months', 'month', 'Monate', 'Monat', 'mois', 'meses', 'mes', 'か月', 'ヶ月', 'カ月', '月'],
    ...['أشهر', 'شهرا', 'شهر'],
  ],
  YEARLY: ['years', 'year', 'Jahre', 'Jahr', 'ans', 'an', 'años', 'año', '年', 'سنوات', 'سنة'],
}
const UNTIL = ['until', 'till', 'bis zum', 'bis', "jusqu'au", 'hasta el', 'hasta', 'حتى']
const UNTIL_AFTER = ['まで']
const TIMES = ['times', 'x', 'mal', 'fois', 'veces', '回', 'مرات', 'مرة']

const RULES = new Map(
  Object.entries(PHRASES).flatMap(([rule, phrases]) =>
    phrases.map((phrase) => [plain(phrase), rule] as const),
  ),
)
const FREQUENCIES = new Map(
  Object.entries(UNITS).flatMap(([freq, units]) => units.map((unit) => [plain(unit), freq] as const)),
)
const UNIT = `(${oneOf([...FREQUENCIES.keys()])})`
const NUMBERED = new RegExp(`^(?:${oneOf(EVERY)}) (\\d{1,4}) ?${UNIT}$`)
const NUMBERED_AFTER = new RegExp(`^(\\d{1,4}) ?${UNIT} ?(?:${oneOf(EVERY_AFTER)})$`)
const END = new RegExp(
  `^(.*?),? ?(?:(?:${oneOf(UNTIL)}) ?([\\d./-]+)|([\\d./-]+) ?(?:${oneOf(UNTIL_AFTER)}))$`,
)
const COUNT = new RegExp(`^(.*?),? ?(\\d{1,4}) ?(?:-)?(?:${oneOf(TIMES)})$`)

/**
 * Reads the cell of a table that says how an event repeats, in words of six languages or as a rule (RFC 5545, 3.3.10).
 * `readDay` reads a date as the table writes it. Returns the rule, or the end of a sentence that begins with the field.
 */
export function readRepeats(
  cell: string,
  readDay: (text: string) => string,
): { rule: string } | { fault: string } {
  const fault = { fault: `must be ${ACCEPTED}` }
  if (/FREQ=/i.test(cell))
    return checked(
      cell
        .replace(/^RRULE:/i, '')
        .replace(/\s/g, '')
        .toUpperCase(),
    )
  const text = plain(cell)
  const whole = frequencyOf(text)
  if (whole) return checked(whole)
  const [, counted, count] = COUNT.exec(text) ?? []
  const rule = counted === undefined ? undefined : frequencyOf(counted)
  if (rule) return checked(`${rule};COUNT=${Number(count)}`)
  const [, ended, before, after] = END.exec(text) ?? []
  const endless = ended === undefined ? undefined : frequencyOf(ended)
  if (!endless) return fault
  const day = readDay((before ?? after)!)
  if (!isDay(day)) return { fault: `must have a date that exists behind until, such as 2027-06-30` }
  return checked(`${endless};UNTIL=${day.replaceAll('-', '')}`)
}

function checked(rule: string): { rule: string } | { fault: string } {
  const read = readRule(rule)
  return 'fault' in read ? read : { rule }
}

/** The rule of words without an end. */
function frequencyOf(text: string): string | undefined {
  const rule = RULES.get(text)
  if (rule) return rule
  const [, number, unit] = NUMBERED.exec(text) ?? NUMBERED_AFTER.exec(text) ?? []
  if (number === undefined) return undefined
  return `FREQ=${FREQUENCIES.get(unit!)};INTERVAL=${Number(number)}`
}

/** A text in lower case, without accents, and with plain digits, quotes and spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[’‘]/g, "'")
    .replace(/[,،、]/g, ',')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Longer words first, so that none is read as a shorter one with a rest. */
function oneOf(words: string[]): string {
  return words
    .map(plain)
    .sort((a, b) => b.length - a.length)
    .join('|')
}
