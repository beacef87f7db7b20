/** The first locale that has a month's or weekday's name in a way of its own. */
const LOCALES = [
  ...['en', 'de', 'fr', 'es', 'ja', 'ar', 'de-AT', 'en-AU', 'ar-EG', 'ar-SY', 'ar-MA', 'it', 'pt', 'nl'],
  ...['da', 'sv', 'nb', 'fi', 'pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'tr', 'ru', 'uk', 'el', 'ca'],
]
/** Short forms that people write and locales don't have. Sunday is 0. */
const MORE_WEEKDAYS: Record<string, number> = {
  ...{ tues: 2, weds: 3, thur: 4, thurs: 4, mo: 1, di: 2, mi: 3, do: 4, fr: 5, sa: 6, so: 0 },
  ...{ lu: 1, ma: 2, me: 3, je: 4, ve: 5, di_: 0, mier: 3, miér: 3, sab: 6, sáb: 6 },
}
const MORE_MONTHS: Record<string, number> = { sept: 9, jänner: 1, feber: 2, mrz: 3, märz: 3, set: 9 }

/** Months and weekdays by their names in lower case, without a dot at the end. */
interface Names {
  /** From 1. A name that means different months in two languages is left out. */
  months: ReadonlyMap<string, number>
  /** Sunday is 0. A short name can mean several: `so` is Sunday in German and Saturday in Czech. */
  weekdays: ReadonlyMap<string, ReadonlySet<number>>
}

let names: Names | undefined

/** The names of months and weekdays in some thirty locales, collected at the first call. */
export function dayNames(): Names {
  return (names ??= collect())
}

function collect(): Names {
  const meanings = new Map<string, Set<number>>()
  const weekdays = new Map<string, Set<number>>()
  const add = (to: Map<string, Set<number>>, text: string, value: number) => {
    for (const name of formsOf(text)) to.set(name, (to.get(name) ?? new Set()).add(value))
  }
  for (const locale of LOCALES) {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' })
    const nameIn = (formatter: Intl.DateTimeFormat, type: 'month' | 'weekday', at: number) =>
      formatter.formatToParts(at).find((part) => part.type === type)?.value ?? ''
    for (const style of ['long', 'short'] as const) {
      // Many languages have another form beside the day of the month.
      for (const formatter of [format({ month: style }), format({ month: style, day: 'numeric' })])
        for (let month = 1; month <= 12; month++)
          add(meanings, nameIn(formatter, 'month', Date.UTC(2026, month - 1, 15)), month)
      const formatter = format({ weekday: style })
      // 4 January 2026 is a Sunday.
      for (let day = 0; day < 7; day++)
        add(weekdays, nameIn(formatter, 'weekday', Date.UTC(2026, 0, 4 + day)), day)
    }
  }
  for (const [name, month] of Object.entries(MORE_MONTHS)) meanings.set(name, new Set([month]))
  for (const [name, day] of Object.entries(MORE_WEEKDAYS)) add(weekdays, name.replace('_', ''), day)
  const clear = [...meanings].filter(([, months]) => months.size === 1)
  return { months: new Map(clear.map(([name, [month]]) => [name, month!])), weekdays }
}

/** A name as written, and without its accents. None for a number, as Japanese months are. */
function formsOf(text: string): string[] {
  const name = text.normalize('NFKC').toLowerCase().replace(/\.$/, '')
  if (!/^[\p{L}\p{M}]/u.test(name)) return []
  return [name, withoutAccents(name)]
}

/** A text without its accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}
