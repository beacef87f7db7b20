import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { ruleInWords } from '../../../src/series/rule-words.ts'
import type { LoggedSeries } from '../../../src/series/series-log.ts'
import { fieldLabel } from '../kit/field-labels.ts'
import { count, day, list, locale } from '../kit/format.ts'
import { sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { type ChangedField, changedFields, valueText } from './words.ts'

type Entry = Pick<LogEntry, 'before' | 'after'>

export interface ChangedSeries {
  id: string
  name: string
  rows: ChangedField[]
}

/** Days listed one by one; of more only the number is said. */
const MOST_DAYS = 12

const NOTHING = new Set([words.auditLog.empty, words.auditLog.none, words.auditLog.no, '{}', count(0)])

/** True for an entry that holds what a change did to series. */
export function isOfSeries({ before, after }: Entry): boolean {
  return isRecord(before?.series) || isRecord(after?.series)
}

/** The series that an entry changed, in words. */
export function changedSeries({ before, after }: Entry, nameOf: (id: string) => string): ChangedSeries[] {
  const were = (before?.series ?? {}) as Record<string, LoggedSeries>
  const are = (after?.series ?? {}) as Record<string, LoggedSeries>
  return [...new Set([...Object.keys(were), ...Object.keys(are)])].map((id) => {
    const [was, is] = [were[id], are[id]]
    const said = [was && wordsOf(was, nameOf), is && wordsOf(is, nameOf)] as const
    const changed = changedFields({ before: said[0] ?? null, after: said[1] ?? null })
    // Of a whole series it is enough to say what there is.
    const rows = was && is ? changed : changed.filter((row) => !NOTHING.has(row.before ?? row.after ?? ''))
    return { id, name: (is ?? was)!.record.fields.name, rows }
  })
}

/** A series as names and values for people. */
function wordsOf({ record, exclude, dates }: LoggedSeries, nameOf: (id: string) => string) {
  const { rule, fields, include, skipCalendars, calendarId, alsoIn, private: isPrivate } = record
  const {
    startDate,
    endDate,
    startTime,
    timezone,
    startAt,
    endAt,
    imported,
    linkNames,
    quickLinks,
    ...others
  } = fields
  const date = { day: startDate, time: startTime, timezone }
  const given = Object.entries(others).map(([name, value]): [string, string] => [
    fieldLabel(name),
    valueText(value),
  ])
  return {
    [words.auditLog.repeats]: ruleInWords({ rule, date, skips: skipCalendars.map(nameOf) }, locale),
    [words.auditLog.firstDate]: day(startDate),
    ...(startTime !== null && { [fieldLabel('startTime')]: startTime }),
    [fieldLabel('timezone')]: timezone,
    ...(!isPrivate && { [words.shell.calendars]: list([calendarId, ...alsoIn].map(nameOf)) }),
    [words.auditLog.leftOut]: daysText(exclude),
    [words.auditLog.added]: daysText(include),
    ...Object.fromEntries(given),
    [words.auditLog.links]: list(quickLinks.map(({ name }) => name)),
    [words.auditLog.dates]: count(Object.keys(dates).length),
    [words.auditLog.byHand]: daysText(
      Object.values(dates)
        .filter(({ ownFields = [] }) => ownFields.length > 0)
        .map(({ occurrence }) => occurrence),
    ),
  }
}

function daysText(dates: string[]): string {
  const days = dates.map((date) => day(date.slice(0, 10)))
  return days.length > MOST_DAYS ? sayCount(words.auditLog.countedDates, days.length) : list(days)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
