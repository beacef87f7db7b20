import type { SeriesOfEvent } from '../../../src/http/admin/events-schemas.ts'
import { ruleInWords } from '../../../src/series/rule-words.ts'
import { locale } from '../kit/format.ts'

/** A rule as a sentence without a full stop: `Every week on Tuesday until 30 June 2027`. */
export function ruleText(
  { rule, ruleDate, skipCalendars }: Pick<SeriesOfEvent, 'rule' | 'ruleDate' | 'skipCalendars'>,
  nameOf: (id: string) => string,
): string {
  const text = ruleInWords({ rule, date: ruleDate, skips: skipCalendars.map(nameOf) }, locale)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
