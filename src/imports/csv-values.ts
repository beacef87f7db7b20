/** `day`: 3/4/2026 is in April; `month`: it is in March. */
export type SlashOrder = 'day' | 'month'

/**
 * The order of day and month in the file's dates with slashes. Undefined unless some day is after the 12th
 * and no two dates contradict each other.
 */
export function slashOrder(cells: string[]): SlashOrder | undefined {
  let [day, month] = [false, false]
  for (const cell of cells) {
    const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(cell) ?? []
    if (Number(first) > 12) day = true
    if (Number(second) > 12) month = true
  }
  return day === month ? undefined : day ? 'day' : 'month'
}

/** True if a date has slashes, so that it can't be read without the order. */
export function needsOrder(cells: string[]): boolean {
  return cells.some((cell) => /^\d{1,2}\/\d{1,2}\/\d{4}/.test(cell))
}

/** Adds minutes to a local date and time; undefined if these are invalid. */
export function minutesLater(
  date: string,
  time: string,
  minutes: number,
): { date: string; time: string } | undefined {
  const start = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(start)) return undefined
  const end = new Date(start + minutes * 60_000).toISOString()
  return { date: end.slice(0, 10), time: end.slice(11, 16) }
}

/** Splits `2026-03-01 15:00`, or only a date, into date and time in the API's form. */
export function readMoment(cell: string, order: SlashOrder | undefined): { date: string; time: string } {
  const [, date = cell, time = ''] = /^(\S+?)(?:T|,? +)(\d.*)$/i.exec(cell) ?? []
  return { date: readDate(date, order), time: readTime(time) }
}

/**
 * Converts `1.3.2026`, `2026/03/01` and `2026-3-1` to `2026-03-01`. Returns other texts unchanged, so that
 * they become faults.
 */
function readDate(text: string, order: SlashOrder | undefined): string {
  const iso = (year: string, month: string, day: string) =>
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const big = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (big) return iso(big[1]!, big[3]!, big[4]!)
  const small = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (!small) return text
  const [, first, separator, second, year] = small as unknown as [string, string, string, string, string]
  if (separator === '.' || order === 'day') return iso(year, second, first)
  return order === 'month' ? iso(year, first, second) : text
}

/** Converts `9:30`, `7:30 pm`, `19.30` and `19:30:00` to `HH:MM`. Returns other texts unchanged. */
export function readTime(text: string): string {
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2}(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i.exec(text) ?? []
  if (hour === undefined || (!half && !/[:.h]/i.test(text))) return text
  const isTwelve = Number(hour) === 12
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  if (half && (Number(hour) > 12 || (Number(hour) === 0 && !isTwelve))) return text
  return `${String(hours).padStart(2, '0')}:${minute}`
}
